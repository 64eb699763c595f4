import { say, type Sentence } from '../../texts/sentence';

/** A program, with the words that follow it where only those are meant: `docker`, `docker compose`. */
const plain = /^[\w@%+.,/-]+(?: [\w@%+:.,/-]+)*$/;

/**
 * The commands that a person lets out of the sandbox, as a setting names them; `docker *` and `docker:*` mean the same as
 * `docker`. What is not understood names nothing, so it stays in.
 */
export function readExcluded(setting: unknown): readonly string[] {
  if (!Array.isArray(setting)) return [];
  const texts: readonly unknown[] = setting;
  const names = texts.flatMap(text => (typeof text === 'string' ? text.trim().replace(/(?: \*|:\*)$/, '') : []));
  return [...new Set(names.filter(name => plain.test(name)))];
}

/**
 * Which of these commands a line names, so that it may run outside of the sandbox. Agents differ: an older one lets out a
 * line in which one of its commands is excluded, a newer one a line in which all are, and what they take for a command is
 * their own reading. So a line counts where its words, without quotes, are anywhere in it.
 */
export function excludedIn(line: string, excluded: readonly string[]): string | undefined {
  if (excluded.length === 0) return undefined;
  const words = new Set(line.replaceAll(/\\\r?\n|["'\\]/g, '').split(/[\s;|&(){}<>`=$]+/));
  return excluded.find(name => name.split(' ').every(word => words.has(word)));
}

/** What becomes of the rules in a line that may run outside of the sandbox. */
export function outOfSandbox(command: string): Sentence {
  return say(
    'Held by reading: the line names {command}, which is excluded from the sandbox by the setting latch.excludedCommands.',
    { command },
  );
}
