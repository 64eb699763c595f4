import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  findNodeAtOffset,
  type FormattingOptions,
  type JSONPath,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser';
import type { RuleStep } from '../core/ruleAdmin/edits';
import type { RuleChanges, StoredRule } from '../core/ruleAdmin/storedRule';

export const emptyRulesFile = '{\n  "version": 1,\n  "rules": []\n}\n';

/**
 * Takes the steps in the text of a rules file. What they are not about stays as it was written: comments, unknown keys,
 * spaces. `entries` are the places of the rules in the list of the file, which may hold other things too.
 */
export function editRulesFile(text: string, entries: readonly number[], steps: readonly RuleStep[]): string {
  const file = new Editor(text);
  const places = [...entries];
  let length = file.length;
  for (const step of steps) {
    switch (step.type) {
      case 'append':
        file.append(length, written(step.rule));
        places.push(length);
        length += 1;
        break;
      case 'change':
        change(file, places[step.place] ?? -1, step.id, step.changes);
        break;
      case 'remove': {
        const [entry = -1] = places.splice(step.place, 1);
        file.remove(entry);
        for (const [at, place] of places.entries()) if (place > entry) places[at] = place - 1;
        length -= 1;
        break;
      }
      default:
        step satisfies never;
    }
  }
  return file.text;
}

function change(file: Editor, entry: number, id: string, changes: RuleChanges): void {
  // A rule that a person wrote has no id of its own until something of it changes: from then on its text cannot name it.
  file.set(['rules', entry, 'id'], id);
  if (changes.action !== undefined) file.set(['rules', entry, 'action'], changes.action);
  if (changes.pattern !== undefined) file.set(['rules', entry, 'pattern'], changes.pattern);
  if (changes.description !== undefined) file.set(['rules', entry, 'description'], changes.description ?? undefined);
  if (changes.expires !== undefined) file.set(['rules', entry, 'expires'], dateOf(changes.expires));
  if (changes.updated !== undefined) file.set(['rules', entry, 'updated'], dateOf(changes.updated));
}

function dateOf(time: number | null): string | undefined {
  return time === null ? undefined : new Date(time).toISOString();
}

function written(rule: StoredRule): object {
  const { action, pattern, description, expires, id, created, updated, beside } = rule;
  return {
    action,
    pattern,
    ...(description === undefined ? {} : { description }),
    ...(expires === undefined ? {} : { expires: dateOf(expires) }),
    id,
    ...(created ? { created: { ...created, at: dateOf(created.at) } } : {}),
    ...(updated === undefined ? {} : { updated: dateOf(updated) }),
    ...beside,
  };
}

class Editor {
  readonly #formatting: FormattingOptions;
  #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#formatting = formattingOf(text);
  }

  get text(): string {
    return this.#text;
  }

  get length(): number {
    const tree = parseTree(this.#text);
    return (tree && findNodeAtLocation(tree, ['rules'])?.children?.length) ?? 0;
  }

  append(place: number, value: object): void {
    this.set(['rules', place], value, true);
  }

  remove(entry: number): void {
    const tree = parseTree(this.#text, [], { allowTrailingComma: true });
    const node = tree && findNodeAtLocation(tree, ['rules', entry]);
    if (node) this.#text = withoutItem(this.#text, node.offset);
  }

  set(path: JSONPath, value: unknown, insert = false): void {
    const edits = modify(this.#text, path, value, {
      formattingOptions: this.#formatting,
      isArrayInsertion: insert,
    });
    this.#text = applyEdits(this.#text, edits);
  }
}

/** By hand: `modify` leaves the end of the last item behind where all of it stands on one line. */
export function withoutItem(text: string, offset: number): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const node = tree && outermostItemAt(tree, offset);
  const list = node?.parent;
  if (!node || !list) return text;
  const place = list.children?.indexOf(node) ?? -1;
  const [before, after] = [list.children?.[place - 1], list.children?.[place + 1]];
  if (after) return cut(text, node.offset, after.offset);
  return before ? cut(text, endOf(before), endOf(node)) : withoutOnly(text, list, node);
}

function outermostItemAt(tree: Node, offset: number): Node | undefined {
  for (let node = findNodeAtOffset(tree, offset); node; node = node.parent)
    if (node.offset === offset && node.parent?.type === 'array') return node;
  return undefined;
}

/** The last one goes with its comma, and with the space around it. */
function withoutOnly(text: string, list: Node, node: Node): string {
  const scanner = createScanner(text, true);
  scanner.setPosition(endOf(node));
  scanner.scan();
  const next = scanner.getPosition();
  const end = text.slice(scanner.getTokenOffset(), next) === ',' ? next : endOf(node);
  const [start, close] = [list.offset + 1, endOf(list) - 1];
  const isBare = `${text.slice(start, node.offset)}${text.slice(end, close)}`.trim() === '';
  return isBare ? cut(text, start, close) : cut(text, node.offset, end);
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** New lines look like those that are there. */
export function formattingOf(text: string): FormattingOptions {
  const [, indent = '  '] = /\n([ \t]+)["{]/.exec(text) ?? [];
  const tabs = indent.startsWith('\t');
  return { insertSpaces: !tabs, tabSize: tabs ? 1 : indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
