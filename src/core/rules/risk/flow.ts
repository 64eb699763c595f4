/** What a call carries from one of its commands to another: secrets that are copied, files that are fetched. */
import { type SimpleCommand, type ShellWord, upstreamOf } from '../shell/syntax';
import type { World } from '../paths/world';
import type { Occurrence } from '../starts/expand';
import { fileAccesses } from '../starts/fileAccess';
import { programName } from '../starts/program';
import { fetchers } from './code';
import type { Flow } from './scene';
import { namesSecret, readsSecret, treeSecret } from './secrets';
import { pathsOf } from './wordPaths';

/** Twice, because the copy of a copy may stand before it. */
const rounds = 2;

export function flowOf(occurrences: readonly Occurrence[], world: World): Flow {
  const secrets = new Set<string>();
  const fetched = new Set<string>();
  let unpacked = false;
  for (let round = 0; round < rounds; round++) {
    for (const occurrence of occurrences) {
      unpacked ||= unpacks(occurrence, fetched, world);
      const written = outputs(occurrence);
      if (written.length === 0) continue;
      const { words, command } = occurrence;
      const before = [command, ...upstreamOf(command.stdin)];
      const reads = inputs(occurrence, before);
      world.budget.spend(4 + reads.length);
      const holds = (files: ReadonlySet<string>): boolean =>
        reads.some(word => pathsOf(word, command, world).some(path => files.has(path)));
      const add = (files: Set<string>): void => {
        for (const word of written) for (const path of pathsOf(word, command, world)) files.add(path);
      };
      const packs = packers.test(programOf(words)) && treeSecret(words, command, world) !== undefined;
      if (packs || before.some(readsSecret) || reads.some(namesSecret) || holds(secrets)) add(secrets);
      if (before.some(fetches) || fetchers.has(programOf(words)) || holds(fetched)) add(fetched);
    }
  }
  return { secrets, fetched, unpacked };
}

function unpacks({ words, command }: Occurrence, fetched: ReadonlySet<string>, world: World): boolean {
  const program = programOf(words);
  if (program === 'git') return words.some(word => word.value === 'clone');
  if (!/^(?:[gb]?s?d?tar|unzip|7z|gunzip|cpio|unrar)$/.test(program)) return false;
  return (
    upstreamOf(command.stdin).some(fetches) ||
    words.slice(1).some(word => pathsOf(word, command, world).some(path => fetched.has(path)))
  );
}

function programOf(words: readonly ShellWord[]): string {
  return programName(words[0]?.value ?? '');
}

function fetches({ words }: SimpleCommand): boolean {
  return fetchers.has(programOf(words));
}

function inputs({ words }: Occurrence, before: readonly SimpleCommand[]): readonly ShellWord[] {
  const reading = fileAccesses(words).filter(({ access }) => access === 'read');
  const redirected = before.flatMap(({ redirects }) => redirects.filter(({ operator }) => operator === '<'));
  // What comes through a pipe was an operand there.
  const piped = before.slice(1).flatMap(one => one.words.slice(1));
  const packed = packers.test(programOf(words)) ? words.slice(1) : [];
  return [...reading.map(({ word }) => word), ...redirected.flatMap(({ target }) => target ?? []), ...piped, ...packed];
}

const packers = /^(?:[gb]?s?d?tar|zip|7z|gpg|openssl|cpio|ar)$/;

/** The files that a command leaves behind. */
function outputs({ words, command }: Occurrence): readonly ShellWord[] {
  const redirected = command.redirects.filter(({ operator }) => /^(?:>|>>|>\||&>|&>>)$/.test(operator));
  const program = programOf(words);
  const written = fileAccesses(words).filter(({ access }) => access === 'write');
  return [
    ...redirected.flatMap(({ target }) => target ?? []),
    ...written.map(({ word }) => word),
    ...words.slice(1).flatMap((word, at) => outputOf(program, word, words[at + 2])),
  ];
}

const archivers = /^(?:[gb]?s?d?tar|zip|7z|ar)$/;

function outputOf(program: string, word: ShellWord, next: ShellWord | undefined): readonly ShellWord[] {
  const text = word.value ?? '';
  const glued = /^(?:--out(?:put)?(?:-document|-file)?=|-o(?=[^-\s]))(.+)$/s.exec(text)?.[1];
  if (glued !== undefined) return [plain(glued)];
  if (/^(?:-[a-zA-Z]*[oO]|--output|--output-document|--out|--output-file)$/.test(text) && next) return [next];
  // `curl -O` and `wget` keep the last part of the address.
  const address =
    /^[a-z]+:\/\/[^?#]*\/([^/?#]+)/i.exec(text)?.[1] ?? /^[\w.-]+\.[a-z]+\/.*?([^/?#]+)$/i.exec(text)?.[1];
  if (fetchers.has(program) && address !== undefined) return [plain(address)];
  return archivers.test(program) && /\.(?:t?[gx]z|tar|zip|7z|bz2|zst)$/.test(text) ? [word] : [];
}

function plain(text: string): ShellWord {
  return { raw: text, pieces: [{ kind: 'text', text, quoted: false }], value: text };
}
