import type { ShellWord } from '../shell/syntax';
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
    if (text === '-c') found.push(...gitSetting(words[at + 1]?.value ?? ''));
    if (values.has(text)) at++;
  }
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
  return [{ kind: 'code', text: value }];
}
