import { entryOf } from '../../base/entryOf';
import type { ShellWord } from '../shell/syntax';
import { staticWord } from '../shell/word';
import { isHarmlessKey } from '../tables/gitKeys';
import { globalOptionsWithValue } from '../tables/wrappers';
import type { Started } from './scripts';
import { joinedScript, scriptOf } from './scripts';

export function startedByGit(words: readonly ShellWord[]): Started[] {
  const found: Started[] = [];
  const values = globalOptionsWithValue('git');
  let at = 1;
  for (; at < words.length; at++) {
    const text = words[at]?.value;
    if (text?.startsWith('-') !== true) break;
    if (text === '-c') found.push(...settingOf(words[at + 1]));
    else if (/^-c./.test(text)) found.push(...gitSetting(text.slice(2)));
    else if (text.startsWith('--config-env')) found.push({ kind: 'unseen' });
    if (values.has(text)) at++;
  }
  found.push(
    ...words.slice(at).flatMap((word, index, all) => programOfOption(word, all[index + 1], all[0]?.value ?? '')),
  );
  const [sub, ...rest] = words.slice(at);
  const name = sub?.value;
  if (name === 'submodule' && rest.some(word => word.value === 'foreach')) {
    const start = rest.findIndex(word => word.value === 'foreach') + 1;
    found.push(...joinedScript(rest.slice(start).filter(word => word.value?.startsWith('-') !== true)));
  }
  if (name === 'bisect' && rest[0]?.value === 'run') found.push({ kind: 'command', words: rest.slice(1), sure: true });
  if (
    name === 'rebase' ||
    name === 'filter-branch' ||
    name === 'config' ||
    name === 'difftool' ||
    name === 'mergetool'
  ) {
    found.push(...gitScripts(name, rest));
  }
  return found;
}

/** Options of any subcommand whose value a shell runs, also in their shorter forms. */
function programOfOption(word: ShellWord, next: ShellWord | undefined, name: string): Started[] {
  const text = word.value ?? '';
  const [first] = word.pieces;
  const begin = first?.kind === 'text' ? first.text : '';
  if (word.value === undefined && /^(?:-[a-zA-Z]*[Oxu]|--(?:upl|rec|exec|extc|open)[a-z-]*=)$/.test(begin))
    return [{ kind: 'unseen' }];
  const [, glued] = /^--(?:upl[a-z-]*|rec[a-z-]*pack|exec|extc[a-z]*|open[a-z-]*)=([^]+)$/.exec(text) ?? [];
  if (glued !== undefined) return [{ kind: 'script', text: glued, sure: true }];
  if (/^--(?:upl[a-z-]*|receive-pack|exec|extc[a-z]*)$/.test(text)) return scriptOf(next);
  const cluster = entryOf({ grep: /^-[a-zA-Z]*?O([^]+)$/, difftool: /^-[a-zA-Z]*?x([^]+)$/ }, name);
  const inCluster = cluster?.exec(text)?.[1];
  return inCluster === undefined ? [] : [{ kind: 'script', text: inCluster, sure: true }];
}

function gitScripts(name: string, words: readonly ShellWord[]): Started[] {
  if (name === 'config') {
    const at = words.findIndex(word => word.value?.startsWith('alias.'));
    return at < 0 ? [] : gitSetting(`alias.x=${words[at + 1]?.value ?? ''}`);
  }
  return words.flatMap((word, index): Started[] => {
    const text = word.value ?? '';
    if (/^(?:-x|--exec|--extcmd|--\w+-filter)$/.test(text)) return scriptOf(words[index + 1]);
    const glued = /^(?:--exec=|--extcmd=|--\w+-filter=|-x(?=.))([\s\S]+)$/.exec(text);
    return glued ? [{ kind: 'script', text: glued[1] ?? '', sure: true }] : [];
  });
}

function gitSetting(setting: string): Started[] {
  const equals = setting.indexOf('=');
  const value = setting.slice(equals + 1);
  if (equals < 0 || value === '') return [];
  if (setting.startsWith('alias.')) {
    if (value.startsWith('!')) return [{ kind: 'script', text: value.slice(1), sure: true }];
    return [{ kind: 'script', text: `git ${value}`, sure: true }];
  }
  // A shell runs it.
  const key = setting.slice(0, equals).toLowerCase();
  if (/^include(?:if)?\./.test(key)) return [{ kind: 'unseen' }];
  const runs = !isHarmlessKey(key) && /[\s'"\\$`;&|]/.test(value);
  return [{ kind: 'code', text: value }, ...(runs ? scriptOf(staticWord(value.replace(/^!/, ''))) : [])];
}

/** A setting whose value is only known when it runs. */
function settingOf(word: ShellWord | undefined): Started[] {
  if (word === undefined || word.value !== undefined) return gitSetting(word?.value ?? '');
  const [first] = word.pieces;
  const key = first?.kind === 'text' ? /^([^=]+)=/.exec(first.text)?.[1] : undefined;
  return key !== undefined && isHarmlessKey(key.toLowerCase()) ? [] : [{ kind: 'unseen' }];
}
