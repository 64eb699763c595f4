declare const LATCH_VERSION: string | undefined;

/** The version of the package, put in by the bundler. */
export function packageVersion(): string {
  return typeof LATCH_VERSION === 'string' ? LATCH_VERSION : 'development';
}
