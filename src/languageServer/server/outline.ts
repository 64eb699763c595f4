import {
  type DocumentSymbol,
  type FoldingRange,
  type Location,
  SymbolKind,
  type TextEdit,
  type FormattingOptions,
} from 'vscode-languageserver';
import { applyEdits, format, type Node, parseTree } from 'jsonc-parser';
import { pathToFileURL } from 'node:url';
import { lineRange } from './diagnostics';
import { changeOf } from './edits';
import { ruleAt, type View } from './view';

export function symbolsOf(view: View): DocumentSymbol[] {
  return view.document.rules.map(({ action, pattern, description, spans }) => ({
    name: `${action} ${pattern}`,
    kind: SymbolKind.Event,
    range: view.range(spans.entry),
    selectionRange: view.range(spans.pattern),
    ...(description === undefined ? {} : { detail: description }),
  }));
}

/** Lists and objects of more than one line. */
export function foldsOf(view: View): FoldingRange[] {
  const found: FoldingRange[] = [];
  const open: Node[] = [parseTree(view.text, [], { allowTrailingComma: true })].flatMap(node => node ?? []);
  for (let node = open.pop(); node; node = open.pop()) {
    open.push(...(node.children ?? []));
    if (node.type !== 'object' && node.type !== 'array') continue;
    const { start, end } = view.range({ at: node.offset, length: node.length });
    if (end.line - start.line > 1) found.push({ startLine: start.line, endLine: end.line - 1 });
  }
  return found.toSorted((one, other) => one.startLine - other.startLine);
}

/** Spaces and line ends alone: comments and commas stay. */
export function formatted(view: View, { tabSize, insertSpaces }: FormattingOptions): TextEdit[] {
  const eol = view.text.includes('\r\n') ? '\r\n' : '\n';
  const after = applyEdits(view.text, format(view.text, undefined, { tabSize, insertSpaces, eol, keepLines: true }));
  return changeOf(view, after);
}

/** From a rule to the one that comes before it. */
export function definitionOf(view: View, offset: number): Location[] {
  const rule = ruleAt(view, offset);
  return view.findings.flatMap(({ by, place }) => {
    if (by?.file === undefined || by.line === undefined || rule === undefined) return [];
    if (place === undefined || view.document.rules[place] !== rule) return [];
    const uri = by.file === view.at.file ? view.uri : pathToFileURL(by.file).href;
    return [{ uri, range: lineRange(by.line) }];
  });
}

/** From a rule to those that it covers: the other way round. */
export function coveredBy(view: View, offset: number): Location[] {
  const rule = ruleAt(view, offset);
  return view.findings.flatMap(({ by, place }) => {
    const covered = place === undefined ? undefined : view.document.rules[place];
    return by === rule && rule && covered ? [{ uri: view.uri, range: view.range(covered.spans.pattern) }] : [];
  });
}
