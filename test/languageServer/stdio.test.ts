import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildServer, type Diagnostic, type Place, PlainClient } from './client';

let bundles = '';
let client: PlainClient;
const rules = '.latch/rules.json';
const settings = '.claude/settings.json';

beforeAll(async () => {
  bundles = mkdtempSync(join(tmpdir(), 'latch-lsp-bundles-'));
  await buildServer(bundles);
});
afterAll(() => rmSync(bundles, { recursive: true, force: true }));
beforeEach(() => {
  client = new PlainClient(bundles);
});
afterEach(() => client.end());

const rule = (action: string, pattern: string, more: object = {}): object => ({ action, pattern, ...more });
const file = (...list: readonly object[]): string =>
  `{"rules":[\n${list.map(it => JSON.stringify(it)).join(',\n')}\n]}`;

/** The place of a text, counted as the protocol does. */
function placeOf(text: string, part: string, behind = 0): Place {
  const at = text.indexOf(part) + behind;
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

function textAt(text: string, { start, end }: Diagnostic['range']): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: Place): number =>
    lines.slice(0, line).reduce((sum, it) => sum + it.length + 1, 0) + character;
  return text.slice(offset(start), offset(end));
}

interface Edit {
  readonly range: Diagnostic['range'];
  readonly newText: string;
}

interface Action {
  readonly title: string;
  readonly edit: {
    readonly documentChanges: readonly {
      readonly kind?: string;
      readonly textDocument?: { readonly uri: string };
      readonly edits?: readonly Edit[];
    }[];
  };
}

function applied(text: string, edits: readonly Edit[]): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: Place): number =>
    lines.slice(0, line).reduce((sum, it) => sum + it.length + 1, 0) + character;
  return edits
    .toSorted((one, other) => offset(other.range.start) - offset(one.range.start))
    .reduce(
      (now, { range, newText }) => now.slice(0, offset(range.start)) + newText + now.slice(offset(range.end)),
      text,
    );
}

async function actionsAt(text: string, part: string, name = rules): Promise<readonly Action[]> {
  const at = placeOf(text, part, 1);
  return client.request<readonly Action[]>('codeAction', name, {
    range: { start: at, end: at },
    context: { diagnostics: [] },
  });
}

/** What the text is after the action with this title. */
async function after(text: string, part: string, title: string, name = rules): Promise<string> {
  const actions = await actionsAt(text, part, name);
  const action = actions.find(it => it.title === title);
  expect(actions.map(it => it.title)).toContain(title);
  const change = action?.edit.documentChanges.find(it => it.textDocument?.uri === client.uri(name));
  return applied(text, change?.edits ?? []);
}

describe('diagnostics', () => {
  test('stand at their place with emoji, Chinese and escapes before them, and CRLF', async () => {
    await client.start();
    const text = file(rule('deny', 'Bash(echo "😀 中文" && rm x)'), rule('deny', 'Bsh')).replaceAll('\n', '\r\n');
    const found = await client.open(rules, text);
    expect(found.map(({ code, range }) => `${code}: ${textAt(text, range)}`)).toEqual([
      'invalid: && rm x)',
      'unknownTool: Bsh',
    ]);
  });

  test('are told in Chinese where the editor is', async () => {
    await client.start({}, 'zh-cn');
    const [found] = await client.open(rules, file(rule('deny', 'Bsh')));
    expect(found?.message).toBe('这里没有已知的工具叫 Bsh：你是不是想写 Bash？');
  });

  test('follow what is typed, torn JSON in every place included', async () => {
    await client.start();
    const text = file(rule('allow', 'Bash(npm run:*)'), rule('deny', 'Edit(./src/**)', { examples: { match: ['a'] } }));
    await client.open(rules, '');
    for (let end = 0; end <= text.length; end += 3) {
      const found = await client.change(rules, [{ text: text.slice(0, end) }]);
      expect(found.length, text.slice(0, end)).toBeGreaterThan(0);
      const at = { position: placeOf(text.slice(0, end), '', end) };
      await client.request('completion', rules, at);
      await client.request('hover', rules, at);
      await client.request('documentSymbol', rules);
      await client.request('foldingRange', rules);
    }
    const edit = { range: { start: placeOf(text, 'deny'), end: placeOf(text, 'deny', 4) }, text: 'dney' };
    await client.change(rules, [{ text }]);
    expect((await client.change(rules, [edit])).map(({ code }) => code)).toContain('shape');
  });

  test('of a file of 10 MB are one', async () => {
    await client.start();
    const found = await client.open(rules, `{"rules":[${'{"action":"allow","pattern":"Bash(a"},'.repeat(280_000)}]}`);
    expect(found.map(({ code }) => code)).toEqual(['tooBig']);
  });

  test('of 5,000 rules come, and again after an edit', async () => {
    await client.start();
    const many = Array.from({ length: 5000 }, (_, at) => rule('allow', `Bash(tool-${at} run:*)`));
    const text = file(...many, rule('allow', 'Bash(tool-7 run build)'));
    expect((await client.open(rules, text)).map(({ code }) => code)).toEqual(['shadowed']);
    const range = { start: placeOf(text, 'tool-7 '), end: placeOf(text, 'tool-7 ', 6) };
    expect(await client.change(rules, [{ range, text: 'other' }])).toEqual([]);
    // On a machine that is busy with other tests.
  }, 60_000);

  test('that take trying follow behind the others in a file of many rules, and are told once', async () => {
    await client.start();
    const many = Array.from({ length: 1200 }, (_, at) => rule('deny', `Bash(tool-${at} run:*)`));
    const text = file(...many, rule('deny', 'Bsh'), rule('allow', 'Bash(git push --force)'));
    expect((await client.open(rules, text)).map(({ code }) => code)).toEqual(['unknownTool']);
    expect((await client.later(rules)).map(({ code }) => code)).toEqual(['unknownTool', 'dangerous']);
  });

  test('name what another file says otherwise, and where', async () => {
    client.write(settings, '{\n"permissions":{\n"deny":["Bash(make:*)"]}}');
    await client.start();
    const [found] = await client.open(rules, file(rule('allow', 'Bash(make all)')));
    expect(found).toMatchObject({
      code: 'contradicted',
      relatedInformation: [
        { location: { uri: client.uri(settings), range: { start: { line: 2 } } }, message: 'deny Bash(make:*)' },
      ],
    });
  });

  test('know the settings of Claude Code where the client says that they lie', async () => {
    client.write('own/settings.json', '{"permissions":{"deny":["Bash(make:*)"]}}');
    await client.start({ claudeFolder: join(client.workspace, 'own') });
    const [found] = await client.open(rules, file(rule('allow', 'Bash(make all)')));
    expect(found).toMatchObject({
      code: 'contradicted',
      relatedInformation: [{ location: { uri: client.uri('own/settings.json') } }],
    });
    const [own] = await client.open('own/settings.json', '{"permissions":{"deny":["Bsh"]}}');
    expect(own?.code).toBe('unknownTool');
  });

  test("know the person's own rules for this folder where the client says that they lie", async () => {
    const ownFile = join(mkdtempSync(join(tmpdir(), 'latch-own-')), '1f.json');
    writeFileSync(ownFile, '{"rules":[{"action":"deny","pattern":"Bash(make:*)"}]}');
    await client.start({ ownFile });
    const text = file(rule('allow', 'Bash(make all)'), rule('ask', 'Edit(/src/**)'));
    const [found] = await client.open(rules, text);
    expect(found).toMatchObject({
      code: 'contradicted',
      relatedInformation: [{ location: { uri: pathToFileURL(ownFile).href } }],
    });
    const titles = async (part: string): Promise<readonly string[]> =>
      (await actionsAt(text, part)).map(({ title }) => title);
    expect(await titles('make all')).toContain('Move it to your own rules for this folder');
    // What begins at the folder of its file means the same there, and another folder in the home.
    expect((await titles('Edit(/src')).filter(it => it.startsWith('Move'))).toEqual([
      'Move it to your own rules for this folder',
    ]);
  });

  test('of settings of Claude Code are about its permissions alone', async () => {
    await client.start();
    const text = '{"model":"x","permissions":{"alow":["Read"],"deny":["Bash(git push"]}}';
    const found = await client.open(settings, text);
    expect(found.map(({ code, range }) => `${code}: ${textAt(text, range)}`)).toEqual([
      'unknownKey: "alow"',
      'invalid: h',
    ]);
  });
});

describe('in a folder that is not trusted', () => {
  test('nothing is read but the text that is open', async () => {
    client.write(settings, '{"permissions":{"deny":["Bash(make:*)"]}}');
    client.write('src/secret.ts', '');
    await client.start({ trusted: false });
    const text = file(rule('allow', 'Bash(make all)'), rule('allow', 'Edit(./src/)'), rule('allow', 'Edit(./none/x)'));
    expect(await client.open(rules, text)).toEqual([]);
    expect(await client.request('completion', rules, { position: placeOf(text, './src/', 6) })).toEqual([]);
    expect((await actionsAt(text, 'make')).map(({ title }) => title)).toEqual([]);
  });
});

describe('completion', () => {
  const labels = async (text: string, part: string, behind: number): Promise<readonly string[]> => {
    await client.open(rules, text);
    const items = await client.request<readonly { readonly label: string }[]>('completion', rules, {
      position: placeOf(text, part, behind),
    });
    return items.map(({ label }) => label);
  };

  test('gives actions, keys, tools with their forms, and paths', async () => {
    client.write('src/a.ts', '');
    await client.start();
    expect(await labels('{"rules":[{"action":""}]}', '"action":"', 10)).toEqual(['allow', 'ask', 'deny']);
    expect(await labels('{"rules":[{""}]}', '""', 1)).toEqual([
      'action',
      'pattern',
      'description',
      'expires',
      'examples',
    ]);
    expect(await labels('{"rules":[{"pattern":""}]}', '"pattern":"', 11)).toEqual(
      expect.arrayContaining(['Bash(…:*)', 'Read', 'AskUserQuestion', 'WebFetch(domain:…)']),
    );
    expect(await labels('{"rules":[{"pattern":"Edit(./src/"}]}', './src/', 6)).toEqual(['Edit(./src/a.ts)']);
  });

  test('replaces the whole text, whatever stands in it', async () => {
    await client.start();
    const text = '{"rules":[{"action":"al"}]}';
    await client.open(rules, text);
    const [item] = await client.request<readonly { readonly textEdit: Edit }[]>('completion', rules, {
      position: placeOf(text, '"al', 3),
    });
    expect(applied(text, item ? [item.textEdit] : [])).toBe('{"rules":[{"action":"allow"}]}');
  });
});

describe('fixes', () => {
  test.each([
    ['a tool', rule('deny', 'Bsh(rm:*)'), 'Bsh', 'Change it to Bash(rm:*)', rule('deny', 'Bash(rm:*)')],
    [
      'a key',
      rule('deny', 'Bash(rm)', { expire: '2030-01-01' }),
      '"expire"',
      'Change it to expires',
      rule('deny', 'Bash(rm)', { expires: '2030-01-01' }),
    ],
    ['an action', { action: 'denny', pattern: 'Bash(rm)' }, '"denny"', 'Change it to deny', rule('deny', 'Bash(rm)')],
    ['what is not closed', rule('deny', 'Bash(rm'), 'm"', 'Change it to Bash(rm)', rule('deny', 'Bash(rm)')],
  ])('correct %s', async (_, wrong, part, title, right) => {
    await client.start();
    await client.open(rules, file(wrong));
    expect(await after(file(wrong), part, title)).toBe(file(right));
  });

  test('remove a rule that never decides, and leave the comments', async () => {
    await client.start();
    const text =
      '{"rules":[\n  // All scripts.\n  {"action":"allow","pattern":"Bash(npm run:*)"},\n  {"action":"allow","pattern":"Bash(npm run x)"} // one\n]}';
    await client.open(rules, text);
    const left = await after(text, 'npm run x', 'Remove the rule');
    expect(left).toContain('// All scripts.');
    expect(left).not.toContain('npm run x');
  });

  test('move a rule of Claude Code, made one of ours, to a file that is not there yet', async () => {
    await client.start();
    const text = '{"permissions":{"allow":["mcp__fs__list","mcp__fs_read_file","Bash(make)"]}}';
    await client.open(settings, text);
    expect(await after(text, 'Bash(make', 'Move it to .latch/rules.json', settings)).toBe(
      '{"permissions":{"allow":["mcp__fs__list","mcp__fs_read_file"]}}',
    );
    const [action] = await actionsAt(text, 'Bash(make', settings);
    expect(action?.edit.documentChanges[0]).toMatchObject({ kind: 'create', uri: client.uri(rules) });
    expect(action?.edit.documentChanges[1]?.edits?.[0]?.newText).toContain('"pattern": "Bash(make)"');
  });
});

describe('settings that only whoever manages the machine may change', () => {
  test('are checked, and nothing is offered that would change them', async () => {
    await client.start();
    const text = '{"permissions":{"deny":["Bsh"]}}';
    const found = await client.open('managed-settings.json', text);
    expect(found.map(({ code }) => code)).toEqual(['unknownTool']);
    expect(await actionsAt(text, 'Bsh', 'managed-settings.json')).toEqual([]);
  });
});

describe('with a client that knows past calls', () => {
  const call = (command: string, asked: boolean): object => {
    return { tool: 'Bash', input: { command }, text: command, cwd: client.workspace, asked };
  };

  test('a rule is narrowed to what happened, gets its example from it, and says what it would have decided', async () => {
    client.history = {
      tools: ['Bash', 'mcp__fs__list'],
      calls: [call('npm run build', true), call('npm run build', true), call('npm test', true), call('ls', false)],
      uses: [{ file: join(client.workspace, rules), action: 'allow', pattern: 'Bash(npm:*)', count: 3, last: 0 }],
    };
    await client.start({ trusted: true, isLatch: true });
    const text = file(rule('allow', 'Bash(npm:*)'));
    await client.open(rules, text);
    await expect
      .poll(async () => (await actionsAt(text, 'npm')).map(({ title }) => title))
      .toEqual([
        'Narrow it to Bash(npm run build)',
        'Narrow it to Bash(npm run build:*)',
        'Narrow it to Bash(npm test)',
        'Add the example npm run build',
        'Move it to ~/.latch/rules.json',
      ]);
    expect(await after(text, 'npm', 'Narrow it to Bash(npm test)')).toBe(file(rule('allow', 'Bash(npm test)')));
    expect(JSON.parse(await after(text, 'npm', 'Add the example npm run build'))).toMatchObject({
      rules: [{ examples: { match: ['npm run build'] } }],
    });
    const at = { position: placeOf(text, 'npm') };
    const hover = await client.request<{ readonly contents: { readonly value: string } }>('hover', rules, at);
    expect(hover.contents.value.split('\n')).toEqual([
      'allow: commands that begin with npm',
      'It decided 3 calls, the last one on 1970-01-01.',
      'Of past calls it would have decided:',
      '  Bash npm run build',
      '  Bash npm test',
    ]);
    const lenses = await client.request<readonly { readonly command: { readonly title: string } }[]>('codeLens', rules);
    expect(lenses.map(({ command: { title } }) => title)).toEqual(['3 calls, last on 1970-01-01', 'Try it']);
    const typing = '{"rules":[{"pattern":"Bash("}]}';
    await client.change(rules, [{ text: typing }]);
    const items = await client.request<readonly { readonly label: string; readonly detail: string }[]>(
      'completion',
      rules,
      {
        position: placeOf(typing, 'Bash(', 5),
      },
    );
    expect(items.map(({ label, detail }) => `${label}: ${detail}`).slice(0, 2)).toEqual([
      'Bash(npm run build): asked 2 times',
      'Bash(npm run build:*): asked 2 times',
    ]);
    const tools = '{"rules":[{"pattern":""}]}';
    await client.change(rules, [{ text: tools }]);
    const position = placeOf(tools, '""', 1);
    const named = await client.request<readonly { readonly label: string }[]>('completion', rules, { position });
    expect(named.map(({ label }) => label)).toEqual(expect.arrayContaining(['mcp__fs__list', 'mcp__fs__*', 'mcp__fs']));
  });
});

describe('the rest', () => {
  test('hover, symbols, folding, hints, definition, references, rename, formatting', async () => {
    await client.start();
    const text =
      '{\n  "rules": [ // comment 中文\n    {"action":"allow","pattern":"Edit(./src/app/**)"},\n      {"action":"ask","pattern":"Edit(./src/app/**)"},\n    {"action":"deny","pattern":"Read(./src/lib/x)"}\n  ]\n}\n';
    await client.open(rules, text);
    const at = { position: placeOf(text, 'src/app', 2) };
    const hover = await client.request<{ readonly contents: { readonly value: string } }>('hover', rules, at);
    expect(hover.contents.value).toBe(
      'allow: edits of ./src/app/**\nIt never decides: ask Edit(./src/app/**) (line 4) comes first.',
    );
    const symbols = await client.request<readonly { readonly name: string }[]>('documentSymbol', rules);
    expect(symbols.map(({ name }) => name)).toEqual([
      'allow Edit(./src/app/**)',
      'ask Edit(./src/app/**)',
      'deny Read(./src/lib/x)',
    ]);
    expect(await client.request('foldingRange', rules)).toEqual([
      { startLine: 0, endLine: 5 },
      { startLine: 1, endLine: 4 },
    ]);
    const all = { range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } };
    const hints = await client.request<readonly { readonly label: string }[]>('inlayHint', rules, all);
    expect(hints.map(({ label }) => label)).toContain('reading ./src/lib/x');
    expect(await client.request('definition', rules, at)).toMatchObject([
      { uri: client.uri(rules), range: { start: { line: 3 } } },
    ]);
    const ask = { position: placeOf(text, '"ask"', 1), context: { includeDeclaration: false } };
    expect(await client.request('references', rules, ask)).toMatchObject([{ range: { start: { line: 2 } } }]);
    const prefix = { position: placeOf(text, './src', 3) };
    expect(await client.request('prepareRename', rules, prefix)).toMatchObject({ placeholder: './src' });
    const renamed = await client.request<{ readonly changes: Readonly<Record<string, readonly Edit[]>> }>(
      'rename',
      rules,
      {
        ...prefix,
        newName: './source',
      },
    );
    expect(applied(text, renamed.changes[client.uri(rules)] ?? [])).toBe(text.replaceAll('./src', './source'));
    const edits = await client.request<readonly Edit[]>('formatting', rules, {
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(applied(text, edits)).toContain('// comment 中文');
    expect(applied(text, edits)).toContain('\n    { "action": "ask", "pattern": "Edit(./src/app/**)" },\n');
  });
});
