import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { pathToFileURL } from 'node:url';
import type { Finding, WrittenRule } from '../../core/analysis/document';
import { nearest } from '../../core/analysis/spelling';
import { fromClaudeSettings } from '../../core/ruleAdmin/exchange';
import { serverOf } from '../../core/rules';
import { say, type Sentence } from '../../core/texts/sentence';
import { diagnosticOf } from './diagnostics';
import { pathOf, replaced, textWith, withValue, without } from './edits';
import { matchedCalls, narrower } from './past';
import type { View } from './view';

/** A file of rules to which a rule can go, and its text; undefined where it is not there yet. */
export interface Target {
  readonly file: string;
  readonly shown: string | Sentence;
  /** The folder at which a path that begins with `/` begins there. */
  readonly root: string;
  readonly text: string | undefined;
}

interface Fix {
  readonly title: Sentence;
  readonly edits: TextEdit[];
  readonly other?: { readonly target: Target; readonly text: string };
}

/** What can be done about the rules and findings between two places of the text. */
export function actionsOf(view: View, from: number, to: number, targets: readonly Target[]): CodeAction[] {
  if (view.at.readOnly === true) return [];
  const touched = view.findings.filter(({ span }) => span.at <= to && from <= span.at + span.length);
  const fixes = touched.flatMap(finding => {
    const diagnostic = diagnosticOf(finding, view);
    return fixesOf(view, finding).map(fix => actionOf(view, fix, diagnostic));
  });
  const place = view.document.rules.findIndex(
    ({ spans: { entry } }) => entry.at <= to && from <= entry.at + entry.length,
  );
  const rule = view.document.rules[place];
  const changes = rule ? changesOf(view, rule, place, targets).map(fix => actionOf(view, fix)) : [];
  return [...fixes, ...changes];
}

function actionOf(view: View, { title, edits, other }: Fix, diagnostic?: Diagnostic): CodeAction {
  return {
    title: view.around.draw(title),
    kind: diagnostic ? CodeActionKind.QuickFix : CodeActionKind.Refactor,
    edit: workspaceEdit(view, edits, other),
    ...(diagnostic ? { diagnostics: [diagnostic] } : {}),
  };
}

function workspaceEdit(view: View, edits: TextEdit[], other: Fix['other']): WorkspaceEdit {
  const here = { textDocument: { uri: view.uri, version: view.version }, edits };
  if (!other) return { documentChanges: [here] };
  const { target, text } = other;
  const uri = pathToFileURL(target.file).href;
  // To the end, however long it is: an editor takes the last place for what lies behind it.
  const whole = {
    start: { line: 0, character: 0 },
    end: { line: (target.text ?? '').split('\n').length, character: 0 },
  };
  const there = { textDocument: { uri, version: null }, edits: [{ range: whole, newText: text }] };
  const create = target.text === undefined ? [{ kind: 'create' as const, uri, options: { ignoreIfExists: true } }] : [];
  return { documentChanges: [...create, there, here] };
}

function fixesOf(view: View, finding: Finding): readonly Fix[] {
  const { kind, place, span } = finding;
  const rule = place === undefined ? undefined : view.document.rules[place];
  const fixes: Fix[] = [];
  const better = finding.better ?? (kind === 'shape' ? betterAction(view, finding) : undefined);
  if (better !== undefined) {
    const target = rule && kind !== 'unknownKey' ? rule.spans.pattern : span;
    const title = say('Change it to {better}', { better });
    fixes.push({ title, edits: replaced(view, target, JSON.stringify(better)) });
  }
  if (!rule || place === undefined) return fixes;
  if (kind === 'broad' || kind === 'dangerous') fixes.push(...narrowed(view, rule));
  if (removable.has(kind)) fixes.push({ title: say('Remove the rule'), edits: without(view, place) });
  return fixes;
}

const removable: ReadonlySet<Finding['kind']> = new Set([
  'expired',
  'shadowed',
  'contradicted',
  'dead',
  'host',
  'nothingThere',
]);

function betterAction({ text }: View, { span }: Finding): string | undefined {
  const written = /^"(\w+)"$/.exec(text.slice(span.at, span.at + span.length))?.[1];
  return written === undefined ? undefined : nearest(written, ['allow', 'ask', 'deny']);
}

function narrowed(view: View, rule: WrittenRule): readonly Fix[] {
  return narrower(view, rule).map(pattern => ({
    title: say('Narrow it to {rule}', { rule: pattern }),
    edits: replaced(view, rule.spans.pattern, JSON.stringify(pattern)),
  }));
}

/** What can be done with a rule that nothing is wrong with. */
function changesOf(view: View, rule: WrittenRule, place: number, targets: readonly Target[]): readonly Fix[] {
  const fixes: Fix[] = [];
  const known = view.findings.some(it => it.place === place && (it.kind === 'broad' || it.kind === 'dangerous'));
  if (!known) fixes.push(...narrowed(view, rule));
  const [call] = view.at.kind === 'rules' ? matchedCalls(view, rule, 1) : [];
  if (call && !rule.spans.match.some(it => view.text.slice(it.at, it.at + it.length) === JSON.stringify(call.text))) {
    const path = [...pathOf(view, place), 'examples', 'match'];
    const edits = withValue(view, [...path, rule.spans.match.length], call.text, rule.spans.match.length > 0);
    fixes.push({ title: say('Add the example {text}', { text: call.text }), edits });
  }
  return [...fixes, ...targets.flatMap(target => moved(view, rule, place, target))];
}

/** To another file; a rule of Claude Code's settings becomes one of ours by the way of every import. */
function moved(view: View, rule: WrittenRule, place: number, target: Target): readonly Fix[] {
  const { action, pattern, description, expires, beside } = rule;
  const servers = new Set(view.around.history.tools.flatMap(tool => serverOf(tool) ?? []));
  const [found] = fromClaudeSettings({ permissions: { [action]: [pattern] } }, servers).rules;
  if (!found || found.pattern.startsWith('/') || isRooted(pattern, view, target)) return [];
  const value = {
    action,
    pattern: found.pattern,
    ...(description === undefined ? {} : { description }),
    ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
    ...beside,
  };
  const before = target.text ?? '{\n  "version": 1,\n  "rules": []\n}\n';
  const title = say('Move it to {file}', { file: target.shown });
  const text = textWith(before, ['rules', -1], value, true);
  return [{ title, edits: without(view, place), other: { target, text } }];
}

/** A path that begins at the folder of its file is another one elsewhere. */
function isRooted(pattern: string, { at }: View, target: Target): boolean {
  return /\(\/(?!\/)/.test(pattern) && target.root !== at.root;
}
