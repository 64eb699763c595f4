import type { ShellWord, Place } from '../shell/syntax';
import { settingsObjection } from './gitRepository';
import { noFolder, tooMany, unknownPart } from './objections';
import { isReadOnlyJq } from './jq';
import { isReadOnlySed } from './sed';
import type { SafeArguments } from './flags';
import type { OperandRule, SafeCommand } from '../tables/safeCommand';
import { isTellable } from '../tables/variables';
import { hasKind, resolvedValue, staticWord } from '../shell/word';
import { globMayMeetSecret, isSensitive, strangePath } from '../paths/world';
import { searchedFiles } from '../paths/searched';
import type { World } from '../paths/world';
import { say } from '../../texts/sentence';
import type { Sentence } from '../../texts/sentence';

export function operandsObjection(
  safe: SafeCommand,
  read: SafeArguments,
  place: Place,
  world: World,
): Sentence | undefined {
  const { operands } = read;
  if (safe.maxOperands !== undefined && operands.length > safe.maxOperands)
    return say('It has more operands than reading needs.');
  const pathFlags = new Set((safe.pathFlags ?? '').split(' '));
  for (const value of read.values) {
    if (value.word.value === undefined && !safe.inert) return say('The value of an option is not known.');
    if (pathFlags.has(value.flag)) {
      const objection = pathObjection(value.word, 'read', place, world);
      if (objection !== undefined) return objection;
    } else if (isSensitive(value.word.value ?? '')) return say('An option names a file that may hold secrets.');
  }
  const rule = operandRules[safe.operands];
  return rule ? rule(read, safe, place, world) : say('It is not known to be read-only.');
}

type OrdinaryRule = (read: SafeArguments, safe: SafeCommand, place: Place, world: World) => Sentence | undefined;

const operandRules: Partial<Record<OperandRule, OrdinaryRule>> = {
  none: (read, safe) =>
    read.operands.every(word => isBsdFlag(safe, word)) ? undefined : say('It takes no operands here.'),
  any: () => undefined,
  path: (read, _, place, world) => firstObjection(read.operands, 'path', place, world),
  read: (read, safe, place, world) => {
    const objection = firstObjection(read.operands, 'read', place, world);
    if (safe.comparesFolders) return objection ?? treeObjection(rootsOf(read.operands), place, world);
    return objection ?? (opensTrees(read, safe) ? treeObjection(read.operands, place, world) : undefined);
  },
  grep: (read, safe, place, world) => {
    // Where many names stand in the place of the pattern, the others are files.
    const operands = hasPattern(read) || hasKind(read.operands[0], 'names') ? read.operands : read.operands.slice(1);
    const objection = firstObjection(operands, 'read', place, world);
    if (safe.searches) return objection ?? searchObjection(read, operands, place, world);
    return (
      objection ??
      (opensTrees(read, safe) ? treeObjection(operands.length > 0 ? operands : [here], place, world) : undefined)
    );
  },
  date: read =>
    read.operands.every(word => word.value?.startsWith('+') === true) ? undefined : say('It may set the clock.'),
  env: read => environmentObjection(read.operands),
  sed: (read, _, place, world) => sedObjection(read, place, world),
  jq: (read, _, place, world) => jqObjection(read.operands, place, world),
};

function hasPattern(read: SafeArguments): boolean {
  return read.flags.some(
    flag => flag === 'e' || flag === 'f' || flag === 'regexp' || flag === 'file' || flag === 'files',
  );
}

export function firstObjection(
  operands: readonly ShellWord[],
  access: 'path' | 'read',
  place: Place,
  world: World,
): Sentence | undefined {
  for (const word of operands) {
    const objection = pathObjection(word, access, place, world);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** Why a command may not read this file without a question. */
export function pathObjection(
  word: ShellWord,
  access: 'path' | 'read',
  place: Place,
  world: World,
): Sentence | undefined {
  if (word.value === '-' || hasKind(word, 'process')) return undefined;
  const [piece] = word.pieces;
  if (piece?.kind === 'names') return firstObjection(piece.names.map(staticWord), access, place, world);
  if (place.folders.length === 0) return noFolder;
  const isGlob = hasKind(word, 'glob');
  for (const folder of place.folders) {
    const text = isGlob ? globText(word, world) : resolvedValue(word, folder, world.context.home);
    if (text === undefined) return say('{word} is not known.', { word: word.raw });
    const strange = strangePath(text);
    if (strange !== undefined) return strange;
    if (isGlob && access === 'read' && globMayMeetSecret(text))
      return say('{path} may meet a file that holds secrets.', { path: word.raw });
    const forms = world.forms(
      isGlob ? text.slice(0, text.search(/[*?[]|$/)).replace(/[^/]*$/, '') || '.' : text,
      folder,
    );
    if (!world.isInWorkspace(forms)) return say('{path} lies outside the workspace.', { path: text });
    if (access === 'read' && (isSensitive(forms.lexical) || isSensitive(forms.real ?? '')))
      return say('{path} may hold secrets.', { path: text });
    if (isGlob && /(?:^|\/)\.\.(?:\/|$)/.test(text))
      return say('{path} may lie outside the workspace.', { path: text });
    const matched = isGlob ? matchedObjection(text, access, folder, world) : undefined;
    if (matched !== undefined) return matched;
  }
  return undefined;
}

/** What a pattern really stands for: links that lead elsewhere, secrets, and names that look like options. */
function matchedObjection(text: string, access: 'path' | 'read', folder: string, world: World): Sentence | undefined {
  const matches = world.disk.globbed(world.forms(text, folder).lexical);
  if (!matches) return tooMany;
  const first = text.split('/')[0] ?? '';
  if (/^[*?[]/.test(first) && matches.some(match => match.slice(folder.length + 1).startsWith('-')))
    return say('What the pattern stands for is not known.');
  return access === 'read' ? filesObjection(matches, world) : undefined;
}

const here = staticWord('.');

function opensTrees({ flags, values }: SafeArguments, { operands }: SafeCommand): boolean {
  return (
    flags.some(flag => flag === 'r' || flag === 'R' || flag.endsWith('recursive')) ||
    (operands === 'grep' && values.some(({ word }) => word.value === 'recurse'))
  );
}

/** All that `rg` opens below folders: not what is hidden or what git ignores, unless a pattern names it. */
function searchObjection(
  { flags, values }: SafeArguments,
  operands: readonly ShellWord[],
  place: Place,
  world: World,
): Sentence | undefined {
  const ignores = !flags.some(flag => flag.startsWith('no-ignore'));
  const globs = values.filter(({ flag }) => /^(?:g|glob|iglob)$/.test(flag)).map(({ word }) => word.value ?? '');
  if (flags.some(flag => flag === 'L' || flag === 'follow') || globs.some(glob => /[{}]/.test(glob))) return tooMany;
  const roots = rootsOf(operands.length > 0 ? operands : [here]);
  for (const folder of place.folders) {
    for (const word of roots) {
      const path = resolvedValue(word, folder, world.context.home);
      const forms = path === undefined ? undefined : world.forms(path, folder);
      const search = { globs, base: folder, ignores, hidden: false };
      const files = forms && searchedFiles(forms.real ?? forms.lexical, search, world.disk);
      if (!files) return tooMany;
      const objection = filesObjection(files, world);
      if (objection !== undefined) return objection;
    }
  }
  return undefined;
}

function rootsOf(operands: readonly ShellWord[]): readonly ShellWord[] {
  return operands.flatMap(word => {
    const [piece] = word.pieces;
    return piece?.kind === 'names' ? piece.names.map(staticWord) : [word];
  });
}

const gitConfig = '/.git/config';

/** In what git keeps, a login may stand in an address. */
function repositoriesObjection(files: readonly string[], world: World): Sentence | undefined {
  for (const file of files) {
    const folder = file.endsWith(gitConfig) ? file.slice(0, -gitConfig.length) : undefined;
    const objection = folder === undefined ? undefined : settingsObjection(folder, undefined, world);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** All that is opened below folders. */
function treeObjection(operands: readonly ShellWord[], place: Place, world: World): Sentence | undefined {
  for (const folder of place.folders) {
    for (const word of operands) {
      if (hasKind(word, 'names')) return unknownPart;
      if (hasKind(word, 'process')) continue;
      const path = resolvedValue(word, folder, world.context.home);
      const forms = path === undefined ? undefined : world.forms(path, folder);
      const files = forms && world.disk.filesBelow(forms.real ?? forms.lexical, 'with the settings of git');
      if (!files) return tooMany;
      const objection =
        filesObjection(
          files.filter(file => !file.endsWith(gitConfig)),
          world,
        ) ?? repositoriesObjection(files, world);
      if (objection !== undefined) return objection;
    }
  }
  return undefined;
}

function filesObjection(files: readonly string[], world: World): Sentence | undefined {
  for (const file of files) {
    const forms = world.forms(file);
    if (!world.isInWorkspace(forms))
      return say('It opens {path}, which lies outside the workspace.', { path: world.shown(file) });
    if (isSensitive(forms.lexical) || isSensitive(forms.real ?? ''))
      return say('It opens {path}, which may hold secrets.', { path: world.shown(file) });
  }
  return undefined;
}

function globText(word: ShellWord, world: World): string | undefined {
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'text' || piece.kind === 'glob') text += piece.text;
    else if (piece.kind === 'tilde' && piece.user === '') text += world.context.home;
    else return undefined;
  }
  return text;
}

function environmentObjection(operands: readonly ShellWord[]): Sentence | undefined {
  if (operands.length === 0) return say('It shows every variable of the environment.');
  return operands.every(({ value }) => value !== undefined && /^[A-Z]/.test(value) && isTellable(value))
    ? undefined
    : say('The variable may hold a secret.');
}

/** The script is the first operand, or what the options `-e` make of it together. */
function sedObjection({ operands, values }: SafeArguments, place: Place, world: World): Sentence | undefined {
  const options = values.filter(({ flag }) => flag === 'e' || flag === 'expression').map(({ word }) => word.value);
  const parts = options.length > 0 ? options : [operands[0]?.value];
  if (parts.includes(undefined) || !isReadOnlySed(parts.join('\n')))
    return say('The sed script may do more than print.');
  return firstObjection(options.length > 0 ? operands : operands.slice(1), 'read', place, world);
}

function jqObjection(operands: readonly ShellWord[], place: Place, world: World): Sentence | undefined {
  const filter = operands[0]?.value;
  if (filter === undefined || !isReadOnlyJq(filter)) return say('The jq filter may read more than its input.');
  return firstObjection(operands.slice(1), 'read', place, world);
}

function isBsdFlag(safe: SafeCommand, word: ShellWord): boolean {
  const { bsd } = safe;
  if (bsd === undefined || word.value === undefined) return false;
  return /^[0-9]+$/.test(word.value) || word.value.split('').every(letter => bsd.includes(letter));
}
