import { commandRisks } from '../tables/commandRisks';
import { isContainer, mountOption, rewrites, serves, startsDescribed } from '../tables/sharing';
import type { ShellWord } from '../shell/syntax';
import { staticWord } from '../shell/word';
import { isKnownForFiles } from './fileAccess';
import { programName } from './program';

/** Folders that a command hands to others as a whole. */
interface Shared {
  readonly words: readonly ShellWord[];
  /** It surely does; else it is a program that nothing is known of, and the folder stands in its arguments. */
  readonly sure: boolean;
  /** It does not hand them on, but changes what lies in them. */
  readonly rewrites?: true;
}

const here = staticWord('.');

export function sharedFolders(words: readonly ShellWord[]): Shared | undefined {
  const program = programName(words[0]?.value ?? '');
  const args = words.slice(1);
  const values = args.map(({ value, raw }) => value ?? raw);
  if (program === '' || tells(values)) return undefined;
  if (startsDescribed(program, values)) return { words: [here], sure: true };
  if (isContainer(program)) return { words: mounted(program, args, values), sure: true };
  if (serves(program, values)) return { words: [here, ...args], sure: true };
  if (rewrites(program, values)) return { words: args.length > 1 ? args : [here, ...args], sure: true, rewrites: true };
  const sends = commandRisks.get(program)?.find(([kind]) => kind === 'network-upload' || kind === 'package-publish');
  if (sends)
    return sendsHere(program, values)
      ? { words: [here], sure: true }
      : { words: uploaded(program, args, values), sure: true };
  if (commandRisks.has(program) || isKnownForFiles(program)) return undefined;
  return { words: args, sure: false };
}

/** It only says something about itself. */
function tells(values: readonly string[]): boolean {
  return values.length === 1 && /^(?:-h|--help|-V|--version|help|version|ps|ls|images)$/.test(values[0] ?? '');
}

function mounted(program: string, args: readonly ShellWord[], values: readonly string[]): readonly ShellWord[] {
  if (
    values.some(value => /^(?:build|bud|cp|copy|push|import|bake|buildx|export-fs|mount)$/.test(value)) &&
    !values.includes('run')
  )
    return args.filter((_, at) => values[at]?.startsWith('-') !== true);
  if (/^(?:mount|ch-run|systemd-nspawn|buildctl|pack|nixpacks|kaniko)$/.test(program)) return args;
  return args.filter((_, at) => {
    const value = values[at] ?? '';
    const [name = ''] = value.split('=');
    return (
      mountOption.test(values[at - 1] ?? '') || (value.includes('=') && mountOption.test(name)) || /^-[vB]./.test(value)
    );
  });
}

/** A package is all of the folder, but what its own list leaves out. */
function sendsHere(program: string, values: readonly string[]): boolean {
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) return /^(?:publish|pack|npm publish)(?: |$)/.test(values.join(' '));
  return /^(?:vsce|ovsx)$/.test(program) && /^(?:publish|package)$/.test(values[0] ?? '');
}

const clouds =
  /^(?:kubectl|aws|gcloud|gsutil|az|rclone|firebase|netlify|vercel|wrangler|flyctl|fly|heroku|supabase|ibmcloud|doctl)$/;

function uploaded(program: string, args: readonly ShellWord[], values: readonly string[]): readonly ShellWord[] {
  if (clouds.test(program) && values.some(value => /^(?:deploy|up|push|launch)$/.test(value))) return [here, ...args];
  return clouds.test(program) ? args : [];
}
