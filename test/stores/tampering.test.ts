// A record that was attacked, in every way that we could think of: it is called whole only where it is.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { verify } from '../../src/cli/verify';
import { encodeLine, noHash } from '../../src/core/journal/journal';
import { verdictOf } from '../../src/core/journal/verified';
import { verifyRecord } from '../../src/stores/exportJournal';
import { JournalFile } from '../../src/stores/journalFile';
import { sha256 } from '../../src/stores/sha256';
import { readLoosely } from '../fakes/journalText';
import { forged, Machine } from '../fakes/sealedRecord';

let source: string;
let folder: string;
let machine: Machine;
beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'latch-tampering-'));
  await written(join(source, 'session.jsonl'), new Machine('mine'), 'Text');
  await written(join(source, 'other.jsonl'), new Machine('mine'), 'Another');
});
afterAll(() => rmSync(source, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latch-tampered-'));
  for (const name of ['session.part1.jsonl', 'session.jsonl', 'other.part1.jsonl', 'other.jsonl'])
    copyFileSync(join(source, name), join(folder, name));
  machine = new Machine('mine');
  const last = readLoosely(readFileSync(at('session.jsonl'), 'utf8')).at(-1);
  machine.written({ lines: last?.seq ?? 0, head: last?.hash ?? '' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const file = (): string => at('session.jsonl');
const part = (): string => at('session.part1.jsonl');

/** Of 8 lines in a part that was put aside and 7 behind it, the last of them a tag. */
async function written(path: string, sealing: Machine, text: string): Promise<void> {
  const { journal } = await JournalFile.open(path, undefined, { sealing });
  await journal.append([{ type: 'session_started', sessionId: 'session', cliSessionId: 'c', cwd: '/w', title: '' }]);
  for (let id = 1; id < 14; id += 1) {
    await journal.append([{ type: 'user_message', id: String(id), text: `${text} ${id} \uFFFD done` }]);
    if (id === 7) await journal.beginPart();
  }
  await journal.close();
}

const bytesOf = (path: string): Buffer => readFileSync(path);
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
function change(path: string, to: (lines: string[]) => readonly string[]): void {
  writeFileSync(path, `${to(linesOf(path)).join('\n')}\n`);
}
/** One text of a line for another. */
function instead(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
}
/** All lines of the record from here on with hashes that fit. */
function rehashed(path: string, from: number, to: (text: string) => string): void {
  const lines = linesOf(path);
  let prev = '';
  change(path, () =>
    lines.map((text, place) => {
      const [line] = readLoosely(text);
      if (!line) return text;
      if (place < from) {
        prev = line.hash;
        return text;
      }
      const [changed = line] = readLoosely(to(text));
      const encoded = encodeLine(changed.record, line.seq, changed.at, prev === '' ? noHash : prev, sha256);
      prev = encoded.hash;
      return encoded.text.trimEnd();
    }),
  );
}
const head = (): string => readLoosely(readFileSync(file(), 'utf8')).at(-1)?.hash ?? '';

type Row = readonly [how: string, said: 'whole' | 'unproven' | 'changed' | 'cannot be read', attack: () => void];

const rows: readonly Row[] = [
  ['not at all', 'whole', () => {}],
  [
    'into a link to itself elsewhere',
    'whole',
    () => {
      renameSync(file(), at('moved'));
      symlinkSync(at('moved'), file());
    },
  ],

  // Lines
  ['a line removed in a part', 'changed', () => change(part(), lines => lines.filter((_, place) => place !== 3))],
  ['its first line removed', 'changed', () => change(part(), lines => lines.slice(1))],
  ['its last line removed', 'changed', () => change(file(), lines => lines.slice(0, -1))],
  ['the last line of a part removed', 'changed', () => change(part(), lines => lines.slice(0, -1))],
  [
    'a line doubled',
    'changed',
    () => change(file(), lines => [...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3)]),
  ],
  ['its last line doubled', 'changed', () => change(file(), lines => [...lines, lines.at(-1) ?? ''])],
  ['two lines swapped', 'changed', () => change(file(), ([a = '', b = '', ...rest]) => [b, a, ...rest])],
  ['all lines in reverse', 'changed', () => change(file(), lines => lines.toReversed())],
  [
    'a line of another session put in',
    'changed',
    () => change(file(), lines => [...lines.slice(0, 2), linesOf(at('other.jsonl'))[2] ?? '', ...lines.slice(3)]),
  ],
  ['a blank line put in', 'changed', () => change(file(), lines => [...lines.slice(0, 3), '', ...lines.slice(3)])],
  ['a blank line at its end', 'changed', () => appendFileSync(file(), '\n')],
  [
    'a blank line at its beginning',
    'changed',
    () => writeFileSync(part(), Buffer.concat([Buffer.from('\n'), bytesOf(part())])),
  ],
  [
    'a line of spaces put in',
    'changed',
    () => change(file(), lines => [...lines.slice(0, 3), '  ', ...lines.slice(3)]),
  ],
  ['a comment put in', 'changed', () => change(file(), lines => ['// as it was', ...lines])],
  ['JSON that is no line put in', 'changed', () => change(file(), lines => [...lines, '{"v":1}', '[]', 'null'])],
  ['two lines made one', 'changed', () => instead(file(), '}\n{', '}{')],
  ['a line cut in two', 'changed', () => instead(file(), ',"record":', '\n,"record":')],
  ['lines with CRLF', 'changed', () => instead(file(), /\n/g, '\r\n')],
  ['lines with a carriage return alone', 'changed', () => instead(file(), /\n/g, '\r')],
  ['one CRLF in a part', 'changed', () => instead(part(), '\n', '\r\n')],

  // Within a line
  ['one letter', 'changed', () => instead(file(), 'Text 9', 'Text 8')],
  ['a letter that looks alike', 'changed', () => instead(file(), 'Text 9', 'Tехt 9')],
  ['a letter without width', 'changed', () => instead(file(), 'Text 9', 'Text\u200B 9')],
  ['a text as its escape', 'changed', () => instead(file(), 'Text 9', '\\u0054ext 9')],
  ['a space between its members', 'changed', () => instead(file(), ',"record"', ', "record"')],
  ['a space before it', 'changed', () => instead(file(), '\n{"v"', '\n {"v"')],
  ['a space behind it', 'changed', () => instead(file(), '}\n', '} \n')],
  [
    'a byte order mark before it',
    'changed',
    () => writeFileSync(part(), Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytesOf(part())])),
  ],
  [
    'a member twice',
    'changed',
    () => instead(file(), '"record":', '"record":{"type":"turn_ended","ok":true},"record":'),
  ],
  ['a member behind its hash', 'changed', () => instead(file(), /"\}\n/, '","x":1}\n')],
  [
    'a hash in capitals',
    'changed',
    () =>
      change(file(), lines =>
        lines.map(text => text.replace(/"hash":"\w+"/, it => `"hash":"${it.slice(8, -1).toUpperCase()}"`)),
      ),
  ],
  ['its time', 'changed', () => instead(file(), /"at":"20/, '"at":"19')],
  ['its number', 'changed', () => instead(file(), /"seq":9\b/, '"seq":9.0')],
  ['its version', 'changed', () => instead(file(), /"v":\d+/, '"v":99')],
  ['NUL for a byte', 'changed', () => instead(file(), 'Text 9', 'Text\u00009')],
  [
    'bytes that are no UTF-8 for the sign that stands for such',
    'changed',
    () =>
      writeFileSync(
        file(),
        Buffer.from(bytesOf(file()).toString('latin1').replace('\u00ef\u00bf\u00bd', '\u00ff'), 'latin1'),
      ),
  ],
  [
    'a surrogate in bytes for three such signs',
    'changed',
    () => instead(file(), '\uFFFD done', '\uFFFD\uFFFD\uFFFD done'),
  ],
  ['its header: another folder', 'changed', () => instead(part(), '"cwd":"/w"', '"cwd":"/x"')],

  // Hashes that fit
  [
    'a chain of its own from the first line on',
    'changed',
    () => {
      const all = forged([...linesOf(part()), ...linesOf(file())], text => text.replace('Text 9', 'Text 8'));
      change(part(), () => all.slice(0, 8));
      change(file(), () => all.slice(8));
    },
  ],
  [
    'a chain that fits from a line on',
    'changed',
    () => {
      change(file(), lines => [...linesOf(part()), ...lines]);
      rmSync(part());
      rehashed(file(), 9, text => text.replace('Text 9', 'Text 8'));
    },
  ],
  [
    'a chain that fits, and the kept end with it, without its tag',
    'unproven',
    () => {
      change(file(), lines => [...linesOf(part()), ...lines].slice(0, -1));
      rmSync(part());
      rehashed(file(), 9, text => text.replace('Text 9', 'Text 8'));
      machine.end = { lines: 14, head: head() };
    },
  ],
  [
    'a chain that fits, and the kept end with it, with a tag of another key',
    'unproven',
    () => {
      change(file(), lines => [...linesOf(part()), ...lines].slice(0, -1));
      rmSync(part());
      rehashed(file(), 9, text => text.replace('Text 9', 'Text 8'));
      machine.end = { lines: 14, head: head(), tag: new Machine('theirs').tag(14, head()) };
    },
  ],
  [
    'a chain that fits, and the kept end with it, with the old tag',
    'unproven',
    () => {
      change(file(), lines => [...linesOf(part()), ...lines].slice(0, -1));
      rmSync(part());
      rehashed(file(), 9, text => text.replace('Text 9', 'Text 8'));
      machine.end = { lines: 14, head: head(), tag: machine.end?.tag ?? '' };
    },
  ],
  [
    'lines added that fit',
    'unproven',
    () =>
      appendFileSync(
        file(),
        encodeLine({ type: 'turn_ended', ok: true }, 16, '2030-01-01T00:00:00.000Z', head(), sha256).text,
      ),
  ],
  [
    'lines added that fit, by a clock that went back',
    'unproven',
    () =>
      appendFileSync(
        file(),
        encodeLine({ type: 'turn_ended', ok: true }, 16, '1970-01-01T00:00:00.000Z', head(), sha256).text,
      ),
  ],
  [
    'lines added by a second writer that began where this one did',
    'changed',
    () =>
      appendFileSync(
        file(),
        encodeLine(
          { type: 'turn_ended', ok: true },
          9,
          '2030-01-01T00:00:00.000Z',
          readLoosely(readFileSync(part(), 'utf8')).at(-1)?.hash ?? '',
          sha256,
        ).text,
      ),
  ],
  [
    'lines of a newer version that fit',
    'unproven',
    () => {
      const body = `{"v":99,"seq":16,"at":"2030-01-01T00:00:00.000Z","prev":"${head()}","record":{}}`;
      appendFileSync(file(), `${body.slice(0, -1)},"hash":"${sha256(body)}"}\n`);
    },
  ],

  // Behind the last whole line
  ['its last line cut within', 'changed', () => truncateSync(file(), bytesOf(file()).length - 20)],
  ['its last byte cut', 'changed', () => truncateSync(file(), bytesOf(file()).length - 1)],
  ['a text added without an end', 'unproven', () => appendFileSync(file(), 'and then it was allowed')],
  ['NUL added, as a disk does that lost its power', 'unproven', () => appendFileSync(file(), Buffer.alloc(4096))],
  ['a text added without an end to a part', 'changed', () => appendFileSync(part(), 'and then it was allowed')],
  ['the last byte of a part cut', 'changed', () => truncateSync(part(), bytesOf(part()).length - 1)],
  ['a line of 70 MB added', 'changed', () => appendFileSync(file(), `${'x'.repeat(70 * 1024 * 1024)}\n`)],
  ['brackets without end added', 'changed', () => appendFileSync(file(), `${'['.repeat(1_000_000)}\n`)],

  // Files
  [
    'emptied',
    'changed',
    () => {
      truncateSync(file());
      truncateSync(part());
    },
  ],
  ['its last file emptied', 'changed', () => truncateSync(file())],
  ['its last file removed', 'changed', () => rmSync(file())],
  ['its part removed', 'changed', () => rmSync(part())],
  ['its part emptied', 'changed', () => truncateSync(part())],
  ['its part renamed to the next number', 'changed', () => renameSync(part(), at('session.part2.jsonl'))],
  ['a part of another session', 'changed', () => renameSync(at('other.part1.jsonl'), part())],
  [
    'a part of another session behind its own',
    'changed',
    () => renameSync(at('other.part1.jsonl'), at('session.part2.jsonl')),
  ],
  ['its part twice', 'changed', () => copyFileSync(part(), at('session.part2.jsonl'))],
  [
    'the whole record of another session',
    'changed',
    () => {
      renameSync(at('other.part1.jsonl'), part());
      renameSync(at('other.jsonl'), file());
    },
  ],
  [
    'a link to another session',
    'changed',
    () => {
      rmSync(file());
      symlinkSync(at('other.jsonl'), file());
    },
  ],
  [
    'a link to nothing',
    'changed',
    () => {
      rmSync(file());
      symlinkSync(at('nothing'), file());
    },
  ],
  [
    'a link to itself',
    'cannot be read',
    () => {
      rmSync(file());
      symlinkSync(file(), file());
    },
  ],
  [
    'a folder',
    'cannot be read',
    () => {
      rmSync(file());
      mkdirSync(file());
    },
  ],
  [
    'a folder for its part',
    'cannot be read',
    () => {
      rmSync(part());
      mkdirSync(part());
    },
  ],
  ...(process.platform === 'win32'
    ? []
    : ([
        [
          'a link to a device without end',
          'cannot be read',
          () => {
            rmSync(file());
            symlinkSync('/dev/zero', file());
          },
        ],
        [
          'a pipe that nobody writes to',
          'cannot be read',
          () => {
            rmSync(file());
            execFileSync('mkfifo', [file()]);
          },
        ],
      ] satisfies readonly Row[])),
  [
    'a picture',
    'changed',
    () => {
      rmSync(part());
      writeFileSync(file(), Buffer.from(Array.from({ length: 5000 }, (_, it) => (it * 7919) % 256)));
    },
  ],

  // What is kept of its end
  [
    'and its kept end is gone',
    'unproven',
    () => {
      delete machine.end;
    },
  ],
  [
    'and its kept end is an earlier one',
    'unproven',
    () => machine.written({ lines: 8, head: readLoosely(readFileSync(part(), 'utf8')).at(-1)?.hash ?? '' }),
  ],
  [
    'and its kept end is of another machine',
    'unproven',
    () => {
      machine.end = { lines: 15, head: head(), tag: new Machine('theirs').tag(15, head()) };
    },
  ],
  [
    'and its kept end has no tag',
    'unproven',
    () => {
      machine.end = { lines: 15, head: head() };
    },
  ],
  [
    'and its kept end names more lines',
    'unproven',
    () => {
      machine.end = { lines: 99, head: head(), tag: machine.end?.tag ?? '' };
    },
  ],
  [
    'and its kept end names none',
    'unproven',
    () => {
      machine.end = { lines: 0, head: noHash, tag: machine.end?.tag ?? '' };
    },
  ],
  [
    'and the key is another one',
    'unproven',
    () => {
      const end = machine.end;
      machine = new Machine('new');
      if (end) machine.end = end;
    },
  ],
];

describe('a record that was changed', () => {
  test.each(rows)('%s: %s', async (_, said, attack) => {
    attack();
    const { proof } = machine;
    const waiting = { onProgress: () => {}, signal: new AbortController().signal };
    const verdict = await verifyRecord(file(), proof, waiting).then(verdictOf, () => 'cannot be read');
    expect(verdict).toBe(said);
  });
});

describe('latch verify', () => {
  const printed = async (path: string): Promise<readonly [number, string]> => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const code = await verify([path]);
    const texts = write.mock.calls.map(([text]) => String(text).replaceAll(`${folder}/`, ''));
    write.mockRestore();
    return [code, texts.join('')];
  };

  test('says of an empty file that it holds no record', async () => {
    writeFileSync(at('empty.jsonl'), '');
    const [code, text] = await printed(at('empty.jsonl'));
    expect(code).toBe(1);
    expect(text).toContain('empty.jsonl: There is no line in it, and each record begins with one.');
  });

  test('says what stands behind the last line', async () => {
    appendFileSync(file(), 'added');
    const [code, text] = await printed(file());
    expect(code).toBe(0);
    expect(text).toContain('Behind the last line stand 5 bytes that are no whole line');
  });

  test('of a file with another ending takes nothing for a part of it', async () => {
    copyFileSync(at('other.part1.jsonl'), at('record-o.part1.jsonl'));
    writeFileSync(at('record-of.text'), linesOf(part()).join('\n'));
    expect((await printed(at('record-of.text')))[1]).toContain('7 in all');
  });

  test.each(['a device', 'a folder', 'nothing'])('of %s ends, and says that it cannot be read', async what => {
    const path = at('strange.jsonl');
    if (what === 'a device') symlinkSync('/dev/null', path);
    if (what === 'a folder') mkdirSync(path);
    const [code, text] = await printed(path);
    expect(code).toBe(1);
    expect(text).toContain('strange.jsonl: cannot be read (');
  });
});
