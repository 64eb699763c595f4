import type { World } from '../paths/world';
import { gitPlace, gitWords } from '../safe/gitWords';
import { readShell } from '../shell/command';
import { expand, type Expansion, type Occurrence } from '../starts/expand';
import { isGitCommand } from '../starts/gitFiles';
import { programName } from '../starts/program';

/** An alias may stand for another one. */
const mostRounds = 4;

/** Everything that a call starts, with what its own names for git commands stand for. */
export function withAliases(expansion: Expansion, world: World): Expansion {
  let all = expansion;
  let fresh = expansion.occurrences;
  for (let round = 0; round < mostRounds && fresh.length > 0; round++) {
    const found = fresh.flatMap(occurrence => {
      const script = aliasScript(occurrence, world);
      return script === undefined ? [] : [expand(readShell(script, occurrence.command.place), script)];
    });
    fresh = found.flatMap(one => one.occurrences);
    all = {
      occurrences: [...all.occurrences, ...fresh],
      doubts: [...all.doubts, ...found.flatMap(one => one.doubts)],
      codes: [...all.codes, ...found.flatMap(one => one.codes)],
      unseen: all.unseen || found.some(one => one.unseen),
    };
  }
  return all;
}

/** What git runs for a word that is no command of its own, as a shell text. */
export function aliasScript({ words, command }: Occurrence, world: World): string | undefined {
  if (programName(words[0]?.value ?? '') !== 'git') return undefined;
  const read = gitWords(words.slice(1));
  if ('text' in read || read.name === '' || isGitCommand(read.name)) return undefined;
  for (const folder of gitPlace(read, command.place).folders) {
    const settings = [...(world.git(folder)?.settings ?? []), ...read.settings];
    const name = `alias.${read.name}`.toLowerCase();
    // The longer form is one of newer versions.
    const alias = settings.findLast(({ key }) => [name, `${name}.command`].includes(key.toLowerCase()))?.value;
    if (alias === undefined) continue;
    const rest = read.args.map(word => word.raw).join(' ');
    return alias.startsWith('!') ? `${alias.slice(1)} ${rest}` : `git ${alias} ${rest}`;
  }
  return undefined;
}
