import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { DocumentProblem, RuleSpans } from '../core/analysis/document';
import { unknownKey } from '../core/analysis/findings';
import type { Action } from '../core/call/ruleRef';
import { say } from '../core/texts/sentence';
import { spanOf, spansOf } from './ruleSpans';
import { notJson } from './rulesFile';
import { TextLines } from './textLines';

const actions: readonly Action[] = ['deny', 'ask', 'allow'];

interface SettingsRule {
  readonly action: Action;
  readonly pattern: string;
  readonly line: number;
  readonly spans: RuleSpans;
}

interface SettingsProblem extends DocumentProblem {
  /** It may have been a rule that forbids anything: every call asks. */
  readonly asks: boolean;
}

interface SettingsText {
  readonly rules: readonly SettingsRule[];
  readonly problems: readonly SettingsProblem[];
}

/** What stands under `permissions` in the text of a settings file of Claude Code. */
export function parseSettings(text: string): SettingsText {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const lines = new TextLines(text);
  const problems: SettingsProblem[] = [];
  const tell = (
    kind: DocumentProblem['kind'],
    node: Pick<Node, 'offset' | 'length'>,
    message: DocumentProblem['message'],
    asks: boolean,
  ) => problems.push({ kind, line: lines.lineAt(node.offset), span: spanOf(node), message, asks });
  const [error] = errors;
  // An empty file is one without settings.
  if (error && (tree || text.trim() !== '')) tell('json', error, notJson(printParseErrorCode(error.error)), true);
  const rules: SettingsRule[] = [];
  for (const action of tree ? actions : []) {
    const list = tree && findNodeAtLocation(tree, ['permissions', action]);
    for (const node of listed(list)) {
      if (typeof node.value === 'string' && node !== list)
        rules.push({ action, pattern: node.value, line: lines.lineAt(node.offset), spans: spansOf(node, node) });
      // Only a rule that forbids is missed when it cannot be read.
      else
        tell(
          'shape',
          node,
          say('This {action} rule is not a text in a list.', { action: say(action) }),
          action !== 'allow',
        );
    }
  }
  return { rules, problems: [...problems, ...strangeKeys(tree, lines)] };
}

/** What stands in a list of rules; what should be a list and is none stands for itself. */
function listed(list: Node | undefined): readonly Node[] {
  if (!list || list.type === 'null') return [];
  return list.type === 'array' ? (list.children ?? []) : [list];
}

const permissionKeys = [
  'allow',
  'ask',
  'deny',
  'defaultMode',
  'additionalDirectories',
  'disableBypassPermissionsMode',
  'disableAutoMode',
];

/** A list under a misspelled name forbids nothing. Other keys are Claude Code's own and may be newer than this one. */
function strangeKeys(tree: Node | undefined, lines: TextLines): readonly SettingsProblem[] {
  const permissions = tree && findNodeAtLocation(tree, ['permissions']);
  return (permissions?.children ?? []).flatMap(({ children: [key, value] = [] }): SettingsProblem[] => {
    const name: unknown = key?.value;
    if (!key || typeof name !== 'string' || permissionKeys.includes(name) || value?.type !== 'array') return [];
    const { reason: message, better } = unknownKey(name, permissionKeys);
    const problem = {
      kind: 'unknownKey' as const,
      line: lines.lineAt(key.offset),
      span: spanOf(key),
      message,
      asks: false,
    };
    return [{ ...problem, ...(better === undefined ? {} : { better }) }];
  });
}
