import { posix } from 'node:path';
import { parseAst } from 'vitest/node';

/** A function and how many lines it takes. */
export type Measured = { readonly name: string; readonly lines: number };

/** A name that a file takes from another; `*` for all of them. */
export type Taken = { readonly from: string; readonly name: string };

type Node = { readonly type: string; readonly start: number; readonly end: number };

/** Every function of a source by its name, the ones within others too. */
export function functionsIn(file: string, text: string): readonly Measured[] {
  return nodesIn(parse(file, text), '').flatMap(({ node, name }) =>
    isFunction(node) ? [{ name, lines: text.slice(node.start, node.end).split('\n').length }] : [],
  );
}

/** A text that a source writes out, and the name of the property or variable that it is given to or compared with. */
export type Written = { readonly text: string; readonly of: string; readonly isCompared: boolean };

/** Every text of a source. */
export function textsWritten(file: string, text: string): readonly Written[] {
  return writtenIn(parse(file, text), '', false);
}

function writtenIn(value: unknown, of: string, isCompared: boolean): readonly Written[] {
  if (Array.isArray(value)) return value.flatMap(it => writtenIn(it, of, isCompared));
  if (!isNode(value)) return [];
  const written = writtenText(value);
  if (written !== undefined) return [{ text: written, of, isCompared }];
  if (value.type === 'BinaryExpression') {
    const [left, right] = [nodeAt(value, 'left'), nodeAt(value, 'right')];
    return [...writtenIn(left, nameOf(right), true), ...writtenIn(right, nameOf(left), true)];
  }
  const name = nameOf(nodeAt(value, 'key') ?? nodeAt(value, 'id'));
  const below = name || (isFunction(value) ? '' : of);
  return Object.values(value).flatMap(it => writtenIn(it, below, isCompared));
}

function writtenText(node: Node): string | undefined {
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') return node.value;
  const [part, ...more] = node.type === 'TemplateLiteral' ? listAt(node, 'quasis') : [];
  if (!part || more.length > 0 || !('value' in part)) return undefined;
  const { value } = part;
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : undefined;
}

/** What a thing is called: `optionId`, and so are `it.optionId` and `it['optionId']`. */
function nameOf(node: Node | undefined): string {
  if (!node) return '';
  if ('name' in node && typeof node.name === 'string') return node.name;
  if (node.type === 'MemberExpression') return nameOf(nodeAt(node, 'property'));
  return writtenText(node) ?? '';
}

/** The names that a source uses, of whatever. */
export function namesUsed(file: string, text: string): readonly string[] {
  return nodesIn(parse(file, text), '').flatMap(({ node }) =>
    'name' in node && typeof node.name === 'string' ? [node.name] : [],
  );
}

/** The names that a source exports: its own, and those of others that it passes on. */
export function exportsOf(file: string, text: string): readonly string[] {
  return statementsOf(file, text).flatMap(statement => {
    switch (statement.type) {
      case 'ExportDefaultDeclaration':
        return ['default'];
      case 'ExportNamedDeclaration':
        return exportedBy(statement);
      default:
        return [];
    }
  });
}

/** The names that a source takes from other files of ours, which are named by their path without an ending. */
export function takenBy(file: string, text: string): readonly Taken[] {
  return nodesIn(parse(file, text), '').flatMap(({ node }) => {
    const source = nodeAt(node, 'source');
    const path = source && 'value' in source && typeof source.value === 'string' ? source.value : '';
    if (!path.startsWith('.')) return [];
    const from = posix.join(posix.dirname(file), path);
    return namesTaken(node).map(name => ({ from, name }));
  });
}

function namesTaken(node: Node): readonly string[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return listAt(node, 'specifiers').map(it =>
        it.type === 'ImportSpecifier' ? nameAt(it, 'imported') : it.type === 'ImportDefaultSpecifier' ? 'default' : '*',
      );
    case 'ExportNamedDeclaration':
      return listAt(node, 'specifiers').map(it => nameAt(it, 'local'));
    default:
      return ['*'];
  }
}

function exportedBy(statement: Node): readonly string[] {
  const declaration = nodeAt(statement, 'declaration');
  return declaration ? declaredBy(declaration) : listAt(statement, 'specifiers').map(it => nameAt(it, 'exported'));
}

function declaredBy(declaration: Node): readonly string[] {
  return declaration.type === 'VariableDeclaration'
    ? listAt(declaration, 'declarations').flatMap(it => boundBy(nodeAt(it, 'id')))
    : [nameAt(declaration, 'id')];
}

/** The names that `{ a, b: c }` gives, or the one that stands alone. */
function boundBy(target: Node | undefined): readonly string[] {
  if (target?.type === 'ObjectPattern') return listAt(target, 'properties').map(it => nameAt(it, 'value'));
  return target && 'name' in target && typeof target.name === 'string' ? [target.name] : [];
}

function isFunction(node: Node): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

/** A node with all below it, each with the nearest name above it. */
function nodesIn(value: unknown, above: string): readonly { readonly node: Node; readonly name: string }[] {
  if (Array.isArray(value)) return value.flatMap(it => nodesIn(it, above));
  if (!isNode(value)) return [];
  const name = nameAt(value, 'id') || nameAt(value, 'key') || above;
  return [{ node: value, name }, ...Object.values(value).flatMap(it => nodesIn(it, name))];
}

function statementsOf(file: string, text: string): readonly Node[] {
  return listAt(parse(file, text), 'body');
}

function parse(file: string, text: string): Node {
  return parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
}

function nodeAt(node: Node, key: string): Node | undefined {
  const value: unknown = Object.entries(node).find(([name]) => name === key)?.[1];
  return isNode(value) ? value : undefined;
}

function listAt(node: Node, key: string): readonly Node[] {
  const value: unknown = Object.entries(node).find(([name]) => name === key)?.[1];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function nameAt(node: Node, key: string): string {
  const named = nodeAt(node, key);
  return named && 'name' in named && typeof named.name === 'string' ? named.name : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
