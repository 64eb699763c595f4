import { type CompletionItem, CompletionItemKind, InsertTextFormat, type Range } from 'vscode-languageserver';
import { getLocation } from 'jsonc-parser';
import { isAgentTool } from '../../core/call/agentTool';
import { knownTools, plainContext, serverOf, suggest } from '../../core/rules';
import { say, type Sentence } from '../../core/texts/sentence';
import { askedTexts } from './past';
import type { Folders } from './folders';
import type { View } from './view';

/** What may stand at a place of the text. `folders` is absent where nothing is to be read from the disk. */
export function completionsOf(view: View, offset: number, folders: Folders | undefined): CompletionItem[] {
  const { path, previousNode, isAtPropertyKey } = getLocation(view.text, offset);
  const inString = previousNode?.type === 'string' && previousNode.offset < offset;
  const span = inString ? { at: previousNode.offset, length: previousNode.length } : { at: offset, length: 0 };
  const place: Place = { view, range: view.range(span), typed: inString ? view.text.slice(span.at + 1, offset) : '' };
  const [list, , key, part] = path;
  if (view.at.kind === 'settings') return list === 'permissions' && path.length === 3 ? patterns(place, folders) : [];
  if (list !== 'rules' || path.length < 3) return [];
  if (isAtPropertyKey) return path.length === 3 ? keys(place) : [];
  if (key === 'action')
    return ['allow', 'ask', 'deny'].map(action => item(place, action, CompletionItemKind.EnumMember));
  if (key === 'pattern') return patterns(place, folders);
  if (key === 'examples' && (part === 'match' || part === 'noMatch'))
    return texts(place, () => true).map(({ text, times }, at) =>
      item(place, text, CompletionItemKind.Value, timesText(times), at),
    );
  return [];
}

interface Place {
  readonly view: View;
  /** Of the text that is replaced, with its quotes where it has some. */
  readonly range: Range;
  readonly typed: string;
}

function item(place: Place, text: string, kind: CompletionItemKind, detail?: Sentence, rank?: number): CompletionItem {
  const newText = JSON.stringify(text);
  return {
    label: text,
    kind,
    filterText: newText,
    textEdit: { range: place.range, newText },
    ...(detail ? { detail: place.view.around.draw(detail) } : {}),
    ...(rank === undefined ? {} : { sortText: String(rank).padStart(5, '0') }),
  };
}

/** With places for the person to fill in. */
function snippet(place: Place, label: string, form: string, detail: Sentence): CompletionItem {
  return {
    label,
    kind: CompletionItemKind.Function,
    filterText: JSON.stringify(label),
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: { range: place.range, newText: `"${form}"` },
    detail: place.view.around.draw(detail),
  };
}

function keys(place: Place): CompletionItem[] {
  const forms: readonly (readonly [string, string])[] = [
    ['action', '"action": "${1|allow,ask,deny|}"'],
    ['pattern', '"pattern": "$1"'],
    ['description', '"description": "$1"'],
    ['expires', '"expires": "$1"'],
    ['examples', '"examples": { "match": ["$1"], "noMatch": ["$2"] }'],
  ];
  return forms.map(([label, newText]) => ({
    label,
    kind: CompletionItemKind.Property,
    filterText: `"${label}"`,
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: { range: place.range, newText },
  }));
}

const forms: readonly (readonly [string, string, () => Sentence])[] = [
  ['Bash(…:*)', 'Bash($1:*)', () => say('commands that begin with {words}', { words: '…' })],
  ['Edit(./…)', 'Edit(./$1)', () => say('edits of {path}', { path: '…' })],
  ['Read(./…)', 'Read(./$1)', () => say('reading {path}', { path: '…' })],
  ['WebFetch(domain:…)', 'WebFetch(domain:$1)', () => say('requests to {host}', { host: '…' })],
  ['Network(…)', 'Network($1)', () => say('requests to {host}', { host: '…' })],
  ['Skill(…)', 'Skill($1)', () => say('{tool} {name}', { tool: 'Skill', name: '…' })],
  ['Agent(…)', 'Agent($1)', () => say('{tool} {name}', { tool: 'Agent', name: '…' })],
];

function patterns(place: Place, folders: Folders | undefined): CompletionItem[] {
  const [, tool, argument] = /^(\w+)\((.*)$/s.exec(place.typed) ?? [];
  if (tool === undefined || argument === undefined) return tools(place);
  if (tool === 'Bash') return commandItems(place);
  if (/^(?:Edit|Write|MultiEdit|NotebookEdit|Read|Grep|Glob|LS)$/.test(tool))
    return (folders?.below(argument) ?? []).map((path, at) =>
      item(place, `${tool}(${path})`, CompletionItemKind.File, undefined, at),
    );
  if (tool === 'WebFetch' || tool === 'Network') return hosts(place, tool);
  if (tool === 'Skill' || tool === 'Agent') return names(place, tool);
  return [];
}

function tools(place: Place): CompletionItem[] {
  const { tools: seen } = place.view.around.history;
  const servers = new Set(seen.flatMap(tool => serverOf(tool) ?? []));
  const all = new Set([
    ...seen,
    ...[...servers].flatMap(server => [`mcp__${server}__*`, `mcp__${server}`]),
    ...knownTools,
  ]);
  return [
    ...forms.map(([label, form, about]) => snippet(place, label, form, about())),
    ...[...all].map(tool => item(place, tool, CompletionItemKind.Class)),
  ];
}

const mostItems = 100;

function texts(place: Place, ofTool: (tool: string) => boolean) {
  return askedTexts(place.view, call => ofTool(call.tool))
    .slice(0, mostItems)
    .map(({ call, times }) => ({ text: call.text, times, call }));
}

/** The rules that a card would have offered for past commands, those first that were asked about most. */
function commandItems(place: Place): CompletionItem[] {
  const found = new Map<string, number>();
  for (const { call, times } of texts(place, tool => tool === 'Bash'))
    for (const { patterns: some } of suggest([], call, plainContext(call.cwd)))
      for (const pattern of some) found.set(pattern, (found.get(pattern) ?? 0) + times);
  return [...found]
    .toSorted(([, one], [, other]) => other - one)
    .map(([pattern, times], at) => item(place, pattern, CompletionItemKind.Value, timesText(times), at));
}

function hosts(place: Place, tool: string): CompletionItem[] {
  const found = new Set(
    texts(place, it => it === 'WebFetch').flatMap(({ text }) => /^https?:\/\/([\w.-]+)/.exec(text)?.[1] ?? []),
  );
  return [...found].map((host, at) =>
    item(
      place,
      tool === 'Network' ? `Network(${host})` : `WebFetch(domain:${host})`,
      CompletionItemKind.Value,
      undefined,
      at,
    ),
  );
}

function names(place: Place, tool: string): CompletionItem[] {
  const calls = place.view.around.history.calls.filter(
    call => call.tool === tool || (tool === 'Agent' && call.tool === 'Task'),
  );
  const found = new Set(
    calls.flatMap(({ input }) => [input['skill'], input['subagent_type']].filter(it => typeof it === 'string')),
  );
  const ofAgents = tool === 'Agent' ? place.view.around.history.tools.filter(isAgentTool) : [];
  return [
    ...[...found].map(name => item(place, `${tool}(${name})`, CompletionItemKind.Value)),
    ...ofAgents.map(it => item(place, it, CompletionItemKind.Class)),
  ];
}

function timesText(times: number): Sentence {
  return times === 1 ? say('asked once') : say('asked {count} times', { count: times });
}
