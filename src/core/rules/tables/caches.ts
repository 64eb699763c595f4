/**
 * Where package managers keep what they have downloaded, below the home. Commands may write there: without it no install
 * works. What lies in the first ones is checked by its hash when it is used; the others are trusted as they are outside.
 */
export const packageCaches: readonly string[] = [
  '.npm/_cacache',
  '.cache/yarn',
  '.cache/pnpm',
  '.local/share/pnpm/store',
  '.bun/install/cache',
  '.cache/pip',
  '.cache/uv',
  '.cache/go-build',
  'go/pkg/mod',
  '.cargo/registry',
  '.cargo/git',
  '.gradle/caches',
  '.m2/repository',
  '.nuget/packages',
];
