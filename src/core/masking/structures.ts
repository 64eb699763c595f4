/** Secrets that no name of their own tells, but what stands around them. */
import { strengthOf } from './names';
import type { Span } from './spans';

export function structuredSecrets(text: string): readonly Span[] {
  return [...keys(text), ...manifests(text), ...secretsInJson(text), ...rows(text), ...cookies(text)];
}

/** The private parts of a key in JSON, by the names that its format gives them. */
export const privateParts: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']);
const privatePart = /(?<=\\?["'](?:d|p|q|d[pq]|qi|k)\\?["']\s{0,8}:\s{0,8}\\?["'])[\w-]{16,4096}/g;

function keys(text: string): readonly Span[] {
  return /["']kty\\?["']/.test(text) ? [...text.matchAll(privatePart)].map(match => spanOf(match.index, match[0])) : [];
}

function spanOf(start: number, text: string): Span {
  return { start, end: start + text.length };
}

const secretKind = /^[ \t-]{0,40}kind:[ \t]{0,8}["']?Secret["']?[ \t]{0,8}$/m;
const dataLine = /^([ \t]{0,80}(?:- )?)(stringData|data):[ \t]{0,8}(?:\{(.*)\}[ \t]{0,8})?$/;
const memberLine = /^([ \t]{1,80}["']?[\w.-]{1,253}["']?:[ \t]{0,8})(.*)$/;

/** The values of a Secret of Kubernetes in YAML, whatever they are called. */
function* manifests(text: string): Generator<Span> {
  if (!/^[ \t-]{0,80}(?:stringData:|kind:[ \t"']{0,9}Secret)/m.test(text)) return;
  let at = 0;
  // Each document, and each entry of a list of them, is of a kind of its own.
  for (const part of text.split(/^(?=---|[ \t]{0,40}- apiVersion:)/m)) {
    yield* valuesIn(part, at);
    at += part.length;
  }
}

function* valuesIn(part: string, from: number): Generator<Span> {
  const isSecret = secretKind.test(part.replaceAll('\r', ''));
  let depth: number | undefined;
  let block: number | undefined;
  let at = from;
  for (const written of part.split('\n')) {
    const line = written.trimEnd();
    const indent = line.search(/[^ \t]|$/);
    if (line !== '' && depth !== undefined && indent <= depth) depth = undefined;
    const [, before = '', name, inline] = (depth === undefined && dataLine.exec(line)) || [];
    if (name === 'stringData' || (isSecret && name === 'data')) {
      depth = before.length;
      block = undefined;
      if (inline) yield spanOf(at + line.indexOf('{') + 1, inline);
    } else if (depth !== undefined && line !== '') {
      if (block !== undefined && indent <= block) block = undefined;
      const [, head = '', value = line.trim()] = (block === undefined && memberLine.exec(line)) || [];
      if (/^[|>]/.test(value) && block === undefined) block = indent;
      else if (!/^(?:$|\{\{|["']?\$[{(])/.test(value)) yield spanOf(at + (head === '' ? indent : head.length), value);
    }
    at += written.length + 1;
  }
}

const isJsonSecret = /"kind\\?"\s{0,8}:\s{0,8}\\?"Secret\\?"/;
const dataOfJson = /"(?:stringData|data)\\?"\s{0,8}:\s{0,8}\{/g;
const pair =
  /\s{0,80}(?:"[^"\\]{1,300}"\s{0,8}:\s{0,8}"((?:[^"\\]|\\.){0,100000})"|\\"[^"\\]{1,300}\\"\s{0,8}:\s{0,8}\\"((?:[^"\\]|\\(?!")){0,100000})\\")\s{0,80},?/y;

/** The same in JSON, also where that is a text in another one. */
function secretsInJson(text: string): readonly Span[] {
  if (!isJsonSecret.test(text)) return [];
  const spans: Span[] = [];
  for (const { index, 0: head } of text.matchAll(dataOfJson)) {
    pair.lastIndex = index + head.length;
    for (let match = pair.exec(text); match; match = pair.exec(text)) {
      const value = match[1] ?? match[2] ?? '';
      if (value !== '') spans.push(spanOf(text.lastIndexOf(value, pair.lastIndex - 1), value));
    }
  }
  return spans;
}

const insert =
  /\b(?:insert|replace)\s{1,8}(?:or\s{1,8}\w{1,10}\s{1,8}|ignore\s{1,8})?into\s{1,8}[\w.$"`[\]]{1,200}\s{0,8}\(([^()]{1,4000})\)\s{0,8}values\s{0,8}/gi;
const literal =
  /\s{0,80}(?:[(,]\s{0,80}){1,2}(?:'((?:[^'\\]|''|\\.){0,1024})'|[^'(),]{0,1024}(?:\([^'()]{0,1000}\))?)\s{0,80}(\))?/y;

/** What is put into a column that holds secrets. */
function rows(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(insert)) {
    const columns = (match[1] ?? '').split(',').map(name => strengthOf(name.trim()) !== undefined);
    if (!columns.includes(true)) continue;
    literal.lastIndex = match.index + match[0].length;
    let column = 0;
    for (let found = literal.exec(text); found; found = literal.exec(text)) {
      const value = found[1] ?? '';
      const start = found.index + found[0].indexOf("'") + 1;
      if (columns[column] && !/^(?:|\?|\$\d+|:\w+|%s|\{.*|<.*>)$/.test(value)) spans.push(spanOf(start, value));
      column = found[2] === undefined ? column + 1 : 0;
    }
  }
  return spans;
}

const endOfList = /\}\s{0,80}\]/g;

/** Cookies, as browsers and what records them write them down. */
function cookies(text: string): readonly Span[] {
  let done = 0;
  return [...text.matchAll(/"cookies\\?"\s{0,8}:\s{0,8}\[/g)].flatMap(({ index, 0: head }) => {
    const start = index + head.length;
    if (start < done) return [];
    endOfList.lastIndex = start;
    done = endOfList.exec(text)?.index ?? text.length;
    const list = text.slice(start, done);
    return [...list.matchAll(/(?<="value\\?"\s{0,8}:\s{0,8}\\?")[^"\\]{1,8192}/g)].map(found =>
      spanOf(start + found.index, found[0]),
    );
  });
}
