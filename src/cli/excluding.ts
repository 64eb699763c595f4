import { readExcluded } from '../core/rules';

/** The commands that the option lets out of the sandbox; undefined where one is not understood, which was said. */
export function excluding(name: string, given: readonly string[] = []): readonly string[] | undefined {
  const odd = given.find(command => readExcluded([command]).length === 0);
  if (odd === undefined) return readExcluded(given);
  process.stderr.write(
    `latch ${name}: --exclude takes a program, or one with the words that follow it, and not ${JSON.stringify(odd)}.\n`,
  );
  return undefined;
}
