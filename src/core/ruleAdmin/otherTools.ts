import { entryOf } from '../base/entryOf';
import { isObject, type Json, type JsonObject } from '../base/json';
import type { Action } from '../call/ruleRef';
import { say, type Sentence } from '../texts/sentence';
import type { Found, FoundRule } from './exchange';

/** What one entry of such settings becomes. */
type Taken = FoundRule | { readonly text: string; readonly reason: Sentence };

/**
 * What other tools keep of permissions in their settings, as far as it can be said in our rules: Gemini CLI (`tools` and
 * its older keys), opencode (`permission`), Roo Code and Cline (`allowedCommands`, `deniedCommands`).
 */
export function fromOtherTools(settings: Json): Found {
  if (!isObject(settings)) return { rules: [], lost: [{ text: '', reason: say('The file holds no settings.') }] };
  const taken = [...gemini(settings), ...opencode(settings), ...roo(settings)];
  return {
    rules: taken.flatMap(one => ('pattern' in one ? [one] : [])),
    lost: taken.flatMap(one => ('pattern' in one ? [] : [one])),
  };
}

const notThere = say('Latch has no tool of this name.');
const notText = say('It is not a text.');

/** Names of theirs -> ours. */
const geminiTools: Readonly<Record<string, string>> = {
  run_shell_command: 'Bash',
  ShellTool: 'Bash',
  read_file: 'Read',
  read_many_files: 'Read',
  list_directory: 'LS',
  glob: 'Glob',
  search_file_content: 'Grep',
  write_file: 'Edit',
  replace: 'Edit',
  web_fetch: 'WebFetch',
  google_web_search: 'WebSearch',
};

function gemini(settings: JsonObject): readonly Taken[] {
  const tools = isObject(settings['tools']) ? settings['tools'] : {};
  return [
    ...each(tools['allowed'], text => geminiRule(text, 'allow')),
    ...each(tools['exclude'], text => geminiRule(text, 'deny')),
    ...each(settings['allowedTools'], text => (/^[A-Z]|^mcp__/.test(text) ? undefined : geminiRule(text, 'allow'))),
    ...each(settings['excludeTools'], text => geminiRule(text, 'deny')),
  ];
}

function geminiRule(text: string, action: Action): Taken {
  const [, name = '', command] = /^(\w+)(?:\((.+)\))?$/s.exec(text.trim()) ?? [];
  const tool = entryOf(geminiTools, name);
  if (tool === undefined) return { text, reason: notThere };
  if (command === undefined) return { text, action, pattern: tool };
  return tool === 'Bash' ? { text, action, pattern: `Bash(${command}:*)` } : { text, reason: notThere };
}

const opencodeTools: Readonly<Record<string, string>> = {
  bash: 'Bash',
  edit: 'Edit',
  read: 'Read',
  glob: 'Glob',
  grep: 'Grep',
  list: 'LS',
  webfetch: 'WebFetch',
  websearch: 'WebSearch',
  skill: 'Skill',
  task: 'Agent',
};

function opencode(settings: JsonObject): readonly Taken[] {
  const { permission } = settings;
  return Object.entries(isObject(permission) ? permission : {}).flatMap(([name, value]): readonly Taken[] => {
    const tool = entryOf(opencodeTools, name);
    if (tool === undefined) return [{ text: name, reason: notThere }];
    const action = actionOf(value);
    if (action !== undefined) return [{ text: `${name}: ${action}`, action, pattern: tool }];
    if (!isObject(value)) return [{ text: name, reason: say('It neither approves nor refuses.') }];
    return Object.entries(value).map(([pattern, one]) => opencodeRule(tool, pattern, actionOf(one), value));
  });
}

/** There the last entry that fits decides; with us what forbids does, so a refusal of everything would swallow the rest. */
function opencodeRule(tool: string, pattern: string, action: Action | undefined, all: JsonObject): Taken {
  const text = `${tool} ${pattern}`;
  if (action === undefined) return { text, reason: say('It neither approves nor refuses.') };
  if (pattern === '*') {
    if (action !== 'allow' && Object.values(all).some(it => actionOf(it) === 'allow'))
      return {
        text,
        reason: say('With rules that allow beside it, it would forbid them too: here what forbids wins.'),
      };
    return { text, action, pattern: tool };
  }
  if (tool === 'Bash') return { text, action, pattern: `Bash(${pattern.replace(/ \*$/, ':*')})` };
  if (tool === 'Edit' || tool === 'Read') return { text, action, pattern: `${tool}(${pattern})` };
  return { text, reason: say('{tool} does not take "{text}"', { tool, text: pattern }) };
}

function roo(settings: JsonObject): readonly Taken[] {
  return ['', 'roo-cline.', 'cline.'].flatMap(prefix =>
    [
      each(settings[`${prefix}allowedCommands`], text => prefixRule(text, 'allow')),
      each(settings[`${prefix}deniedCommands`], text => prefixRule(text, 'deny')),
    ].flat(),
  );
}

function prefixRule(text: string, action: Action): Taken {
  return { text, action, pattern: text.trim() === '*' ? 'Bash' : `Bash(${text.trim()}:*)` };
}

function each(list: Json | undefined, take: (text: string) => Taken | undefined): readonly Taken[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one): readonly Taken[] =>
    (typeof one === 'string' ? [take(one)] : [{ text: JSON.stringify(one), reason: notText }]).flatMap(it => it ?? []),
  );
}

function actionOf(value: Json | undefined): Action | undefined {
  return value === 'allow' || value === 'ask' || value === 'deny' ? value : undefined;
}
