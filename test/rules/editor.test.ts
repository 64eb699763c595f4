import { quoted } from '../../src/core/texts/sentence';
import type { Confirmed } from '../../src/core/card/confirm';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { expect } from '../support/inWords';
import type { ToolDefaults } from '../../src/core/ruleAdmin/toolDefaults';
import type { ScopeContent } from '../../src/rules/entries';
import { RuleJudge } from '../../src/rules/judge';
import { RuleEditor } from '../../src/rules/editor';
import type { RuleChange } from '../../src/core/ruleAdmin/changes';

let home: string;
let workspace: string;
let book: RuleJudge;
let editor: RuleEditor;
let told: number;
let accepted: boolean;
let trustedUntil: number;
let toolDefaults: ToolDefaults;
const realHome = process.env['HOME'];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latch-home-'));
  process.env['HOME'] = home;
  workspace = join(home, 'work');
  mkdirSync(workspace);
  [told, accepted, trustedUntil] = [0, true, 0];
  toolDefaults = {};
  book = openBook();
  let ids = 0;
  editor = new RuleEditor({
    scopes: book.scopes,
    now: () => 1_000_000,
    newId: () => `id${(ids += 1)}`,
    onChange: () => (told += 1),
  });
});
afterEach(() => {
  editor.dispose();
  process.env['HOME'] = realHome;
  rmSync(home, { recursive: true, force: true });
});

/** The rules as a window that opens now finds them. */
function openBook(): RuleJudge {
  return new RuleJudge({
    workspace,
    privateFolder: join(home, 'private'),
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows: () => accepted,
    trustedUntil: () => trustedUntil,
    toolDefaults: () => toolDefaults,
    onProblem: () => {},
  });
}

const file = (scope: 'project' | 'user'): string =>
  join(scope === 'project' ? workspace : home, '.latch', 'rules.json');
const write = (scope: 'project' | 'user', text: string): void => {
  mkdirSync(join(file(scope), '..'), { recursive: true });
  writeFileSync(file(scope), text);
};
const bash = (command: string, sessionId = 's1'): string => verdict('Bash', { command }, sessionId);
const verdict = (tool: string, input: Record<string, string>, sessionId = 's1'): string =>
  book.evaluate({ tool, input, cwd: workspace, sessionId }).decision;
const patterns = (scope: string, sessionId = 's1'): string[] =>
  book.scopes
    .contents(sessionId)
    .filter(it => it.scope === scope)
    .flatMap(it => it.rules.map(rule => `${rule.action} ${rule.pattern}`));
const allow = (pattern: string): { action: 'allow'; pattern: string } => ({ action: 'allow', pattern });
const deny = (pattern: string): { action: 'deny'; pattern: string } => ({ action: 'deny', pattern });

describe('rules of several scopes', () => {
  test('deny in one scope beats allow in another, and the denied rule is named', async () => {
    await editor.add({ scope: 'workspace', rules: [allow('Bash(git:*)')] });
    await editor.add({ scope: 'user', rules: [deny('Bash(git push:*)')] });
    expect([bash('git commit -m x'), bash('git push')]).toEqual(['allow', 'deny']);
    const { verdict: found } = book.judge({ tool: 'Bash', input: { command: 'git push' }, cwd: workspace });
    expect(found).toMatchObject({
      decision: 'deny',
      by: { rule: 'Bash(git push:*)', where: 'user ~/.latch/rules.json:4', ruleId: 'user:id2' },
    });
  });

  test('count on the very next call, also when a person wrote them by hand', () => {
    expect(bash('npm install')).toBe('ask');
    write('user', '{ "rules": [{ "action": "allow", "pattern": "Bash(npm install)" }] }');
    expect(bash('npm install')).toBe('allow');
    write('user', '{ "rules": [{ "action": "deny", "pattern": "Bash(npm install)" }] }');
    expect(bash('npm install')).toBe('deny');
    rmSync(file('user'));
    expect(bash('npm install')).toBe('ask');
  });

  test('of a repository go on forbidding when they are gone from its file, until a person lets them go here', async () => {
    const both =
      '{ "rules": [{ "action": "deny", "pattern": "Bash(make:*)" }, { "action": "ask", "pattern": "Bash(ls)" }] }';
    write('project', both);
    expect([bash('make'), bash('ls')]).toEqual(['deny', 'ask']);
    write('project', '{ "rules": [] }');
    expect([bash('make'), bash('ls')]).toEqual(['deny', 'ask']);
    rmSync(file('project'));
    expect(book.scopes.kept.map(({ pattern }) => pattern)).toEqual(['Bash(make:*)', 'Bash(ls)']);
    book.scopes.letGo(book.scopes.kept.slice(0, 1));
    expect([bash('make'), bash('ls')]).toEqual(['ask', 'ask']);
    write('project', both);
    const [rule] = book.scopes.contents(undefined).find(({ scope }) => scope === 'project')?.rules ?? [];
    expect(await editor.remove({ rules: [{ scope: 'project', id: rule?.id ?? '' }] })).toMatchObject({ ok: true });
    expect([bash('make'), bash('ls')]).toEqual(['ask', 'ask']);
  });

  test('of the settings of Claude Code count too, and cannot be changed', async () => {
    mkdirSync(join(home, '.claude'));
    writeFileSync(join(home, '.claude', 'settings.json'), '{ "permissions": { "deny": ["Bash(make:*)"] } }');
    expect(bash('make all')).toBe('deny');
    expect(await editor.remove({ rules: [{ scope: 'claude', id: 'deny Bash(make:*)' }] })).toMatchObject({ ok: false });
  });

  test('of a session are those of this session only, and end with it', async () => {
    await editor.add({ scope: 'session', sessionId: 's1', rules: [allow('Bash(npm install)')] });
    expect([bash('npm install', 's1'), bash('npm install', 's2')]).toEqual(['allow', 'ask']);
    book.endSession('s1');
    expect(bash('npm install', 's1')).toBe('ask');
  });

  test('of a repository allow only what was accepted, and forbid at once', async () => {
    write(
      'project',
      '{ "rules": [{ "action": "allow", "pattern": "Bash(npm:*)" }, { "action": "deny", "pattern": "Bash(make:*)" }] }',
    );
    expect([bash('npm install'), bash('make')]).toEqual(['allow', 'deny']);
    accepted = false;
    expect([bash('npm install'), bash('make')]).toEqual(['ask', 'deny']);
  });

  test('that cannot be read make everything ask, and are left as they are', async () => {
    await editor.add({ scope: 'workspace', rules: [allow('Bash(npm install)')] });
    write('user', '{ "rules": [');
    expect(bash('npm install')).toBe('ask');
    expect(await editor.add({ scope: 'user', rules: [allow('Bash(npm install)')] })).toMatchObject({
      ok: false,
      problem: { code: 'broken', file: file('user'), line: 1 },
    });
    expect(readFileSync(file('user'), 'utf8')).toBe('{ "rules": [');
  });

  test.each([
    [
      '{ "rules": [',
      '~/.latch/rules.json:1 cannot be read, so every call asks. This is not JSON (CloseBracketExpected).',
    ],
    [
      '{\n"rules": [\n{ "action": "deny", "pattern": ["Bash(make:*)"] }] }',
      '~/.latch/rules.json:3 cannot be read, so every call asks. The "pattern" of a rule is a text.',
    ],
    [
      '{ "rules": [{ "action": "ask", "pattern": 7 }] }',
      '~/.latch/rules.json:1 cannot be read, so every call asks. The "pattern" of a rule is a text.',
    ],
    [
      '{ "rules": ["Bash(make:*)"] }',
      '~/.latch/rules.json:1 cannot be read, so every call asks. A rule is an object with "action" and "pattern".',
    ],
  ])('say which file and line, and why: %s', async (text, reason) => {
    await editor.add({ scope: 'workspace', rules: [allow('Bash(make:*)')] });
    write('user', text);
    const found = book.judge({ tool: 'Bash', input: { command: 'make it' }, cwd: workspace });
    expect(found.verdict).toEqual({ decision: 'ask', readOnly: false, always: true });
    expect(found.because[0]).toMatchObject({ reason, where: expect.stringContaining('user ~/.latch/rules.json:') });
  });

  test('of which one that allows cannot be read are without it, and nothing else', async () => {
    await editor.add({ scope: 'workspace', rules: [allow('Bash(make:*)')] });
    write('user', '{ "rules": [{ "action": "allow", "pattern": ["Bash(npm:*)"] }] }');
    expect([bash('make it'), bash('npm install')]).toEqual(['allow', 'ask']);
    expect(await editor.add({ scope: 'user', rules: [allow('Bash(npm ci)')] })).toMatchObject({ ok: true });
  });

  test('trusting everything beats neither deny nor protected paths nor questions', async () => {
    await editor.add({ scope: 'user', rules: [deny('Bash(rm:*)')] });
    trustedUntil = Number.POSITIVE_INFINITY;
    expect([
      bash('npm install'),
      bash('rm -r dist'),
      bash('dd if=/dev/zero of=/dev/sda'),
      verdict('Write', { file_path: join(workspace, 'a.txt'), content: '' }),
      verdict('Write', { file_path: join(workspace, '.git/hooks/pre-commit'), content: '' }),
      verdict('AskUserQuestion', {}),
      verdict('ExitPlanMode', { plan: 'x' }),
    ]).toEqual(['allow', 'deny', 'ask', 'allow', 'ask', 'ask', 'ask']);
    trustedUntil = 1;
    expect(bash('npm install')).toBe('ask');
  });

  test('a default of a tool counts where no rule does, and beats neither a rule nor what is protected', async () => {
    toolDefaults = { Bash: 'deny', Write: 'allow', WebFetch: 'ask', ExitPlanMode: 'deny', AskUserQuestion: 'allow' };
    await editor.add({
      scope: 'user',
      rules: [allow('Bash(npm:*)'), { action: 'ask', pattern: 'Bash(make:*)' }, deny('Edit(secret/**)')],
    });
    expect([bash('npm ci'), bash('make'), bash('cargo run'), bash('ls')]).toEqual(['allow', 'ask', 'deny', 'allow']);
    expect([
      verdict('Write', { file_path: join(workspace, 'a.ts'), content: '' }),
      verdict('Write', { file_path: join(workspace, '.git/config'), content: '' }),
      verdict('Write', { file_path: join(workspace, 'secret/a.ts'), content: '' }),
      verdict('WebFetch', { url: 'https://example.com' }),
      verdict('ExitPlanMode', { plan: '' }),
      verdict('AskUserQuestion', {}),
    ]).toEqual(['allow', 'ask', 'deny', 'ask', 'ask', 'ask']);
    toolDefaults = {};
    expect(bash('cargo run')).toBe('ask');
  });

  test('a grant of edits for a session stops at the border of the folder and at protected files', async () => {
    mkdirSync(join(home, 'work-2'));
    await editor.add({ scope: 'session', sessionId: 's1', rules: [allow('Edit(/**)')] });
    const edit = (path: string, session = 's1'): string => verdict('Write', { file_path: path, content: '' }, session);
    expect({
      inside: edit(join(workspace, 'src/a.ts')),
      outside: edit(join(home, 'a.ts')),
      sibling: edit(join(home, 'work-2/a.ts')),
      climbing: edit(join(workspace, '../a.ts')),
      hook: edit(join(workspace, '.git/hooks/pre-push')),
      editor: edit(join(workspace, '.vscode/tasks.json')),
      noPath: verdict('Write', { content: '' }),
      otherSession: edit(join(workspace, 'src/a.ts'), 's2'),
    }).toEqual({
      inside: 'allow',
      outside: 'ask',
      sibling: 'ask',
      climbing: 'ask',
      hook: 'ask',
      editor: 'ask',
      noPath: 'ask',
      otherSession: 'ask',
    });
    editor.endConversation('s1');
    expect(edit(join(workspace, 'src/a.ts'))).toBe('ask');
  });
});

describe('a rule made on a card', () => {
  const request = {
    toolCallId: 'toolu_1',
    text: 'curl -H "Authorization: Bearer abcdef0123456789" https://example.com',
  };

  test('remembers the call without its secrets, and in a shared file not at all', async () => {
    await editor.add({ scope: 'user', rules: [allow('Bash(curl:*)')], by: 'card' }, request);
    await editor.add({ scope: 'project', rules: [allow('Bash(curl:*)')], by: 'card' }, request);
    expect(readFileSync(file('user'), 'utf8')).toContain('"toolCallId": "toolu_1"');
    expect(readFileSync(file('user'), 'utf8')).not.toContain('abcdef0123456789');
    expect(readFileSync(file('project'), 'utf8')).not.toContain('toolu_1');
    const { rules } = book.scopes.contents('s1').find(it => it.scope === 'user') ?? {};
    expect(rules?.[0]).toMatchObject({ created: { at: 1_000_000, by: 'card', request: { toolCallId: 'toolu_1' } } });
  });

  const reason = quoted('The card is gone.');
  test.each<[string, () => Confirmed, (adding: Promise<unknown>) => Promise<void>]>([
    [
      'is refused',
      () => ({ ok: false, reason }),
      async adding => expect(await adding).toMatchObject({ ok: false, problem: { message: reason.text } }),
    ],
    [
      'fails',
      () => {
        throw new Error(reason.text);
      },
      adding => expect(adding).rejects.toThrow(reason.text),
    ],
  ])('is not kept when what goes with it %s, and nobody hears of it before', async (_, confirm, expected) => {
    await editor.add({ scope: 'user', rules: [allow('Bash(npm test)')] });
    const before = told;
    const adding = editor.add({ scope: 'user', rules: [allow('Bash(npm install)')] }, request, () => {
      expect([patterns('user').length, bash('npm install'), told]).toEqual([2, 'ask', before]);
      return confirm();
    });
    await expected(adding);
    expect(patterns('user')).toEqual(['allow Bash(npm test)']);
    expect(told).toBe(before + 1);
    expect(await editor.undo()).toMatchObject({ ok: true });
    expect(patterns('user')).toEqual([]);
  });

  test('may end with the turn, or after some minutes', async () => {
    const life = { kind: 'turn' } as const;
    await editor.add({ scope: 'session', sessionId: 's1', rules: [allow('Bash(npm install)')], life });
    await editor.add({ scope: 'session', sessionId: 's1', rules: [allow('Bash(npm ci)')] });
    editor.endTurn('s1');
    expect([bash('npm install'), bash('npm ci')]).toEqual(['ask', 'allow']);
    expect(await editor.add({ scope: 'user', rules: [allow('Bash(x)')], life })).toMatchObject({ ok: false });
    await editor.add({ scope: 'user', rules: [allow('Bash(y)')], life: { kind: 'minutes', minutes: 30 } });
    expect(book.scopes.contents('s1').find(it => it.scope === 'user')?.rules[0]?.expires).toBe(2_800_000);
  });

  test('that has ended is ignored', async () => {
    await editor.add({
      scope: 'user',
      rules: [allow('Bash(npm install)')],
      life: { kind: 'until', at: Date.now() - 1 },
    });
    expect(bash('npm install')).toBe('ask');
  });
});

describe('while a change of rules runs', () => {
  const seenBy = async (change: () => Promise<unknown>): Promise<readonly string[]> => {
    const seen: string[] = [];
    const ends = (['user', 'workspace'] as const).map(scope =>
      book.scopes.store(scope)?.watch(() => seen.push(`${bash('make it')} ${told}`)),
    );
    await change();
    for (const end of ends) end?.();
    return [...seen, `${bash('make it')} ${told}`];
  };

  test('calls are judged by the rules as they were, and it is told once', async () => {
    await editor.add({ scope: 'user', rules: [allow('Bash(make:*)')] });
    const update = { scope: 'user', id: 'id1', changes: { action: 'deny' }, moveTo: 'workspace' } as const;
    expect(await seenBy(() => editor.update(update))).toEqual(['allow 1', 'allow 1', 'deny 2']);
  });

  test('rules that end are gone at once', async () => {
    await editor.add({ scope: 'session', sessionId: 's1', rules: [allow('Bash(make:*)')] });
    const adding = editor.add({ scope: 'user', rules: [allow('Bash(x)')] }, undefined, () => {
      expect(bash('make it')).toBe('allow');
      editor.endConversation('s1');
      expect([bash('make it'), told]).toEqual(['ask', 1]);
      return { ok: true };
    });
    await adding;
    expect([bash('make it'), told]).toEqual(['ask', 2]);
  });

  test('the next one waits, and is planned on what the first one left', async () => {
    const rule = { scope: 'user', id: 'id1' } as const;
    const results = await Promise.all([
      editor.add({ scope: 'user', rules: [allow('Bash(a)')] }),
      editor.move({ rules: [rule], to: 'workspace' }),
      editor.remove({ rules: [rule] }),
      editor.undo(),
      editor.undo(),
      editor.redo(),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false, true, true, true]);
    expect([patterns('user'), patterns('workspace')]).toEqual([['allow Bash(a)'], []]);
    expect(editor.history).toEqual({ canUndo: true, canRedo: true });
  });
});

describe('changes that are taken back', () => {
  test('one by one, and made again', async () => {
    await editor.add({ scope: 'user', rules: [allow('Bash(a)'), deny('Bash(b)')] });
    await editor.update({ scope: 'user', id: 'id1', changes: { action: 'deny', pattern: 'Bash(c)' } });
    await editor.remove({ rules: [{ scope: 'user', id: 'id2' }] });
    const steps = [patterns('user')];
    for (const way of ['undo', 'undo', 'undo', 'redo', 'redo'] as const) {
      expect(await editor[way]()).toMatchObject({ ok: true });
      steps.push(patterns('user').toSorted());
    }
    expect(steps).toEqual([
      ['deny Bash(c)'],
      ['deny Bash(b)', 'deny Bash(c)'],
      ['allow Bash(a)', 'deny Bash(b)'],
      [],
      ['allow Bash(a)', 'deny Bash(b)'],
      ['deny Bash(b)', 'deny Bash(c)'],
    ]);
    expect(editor.history).toEqual({ canUndo: true, canRedo: true });
  });

  test('with nothing left to take back', async () => {
    expect(await editor.undo()).toMatchObject({ ok: false });
    expect(await editor.redo()).toMatchObject({ ok: false });
  });

  test('keep what another window did in the meantime', async () => {
    await editor.add({ scope: 'user', rules: [allow('Bash(a)')] });
    const other = new RuleEditor({ scopes: book.scopes, now: () => 1, newId: () => 'other', onChange: () => {} });
    await other.add({ scope: 'user', rules: [allow('Bash(b)')] });
    await editor.undo();
    expect(patterns('user')).toEqual(['allow Bash(b)']);
    other.dispose();
  });
});

describe('a rule that moves to another scope', () => {
  beforeEach(async () => {
    await editor.add(
      { scope: 'session', sessionId: 's1', rules: [allow('Bash(npm test)')], by: 'card' },
      { toolCallId: 'toolu_1', text: 'npm test' },
    );
  });
  const move = (): ReturnType<RuleEditor['update']> =>
    editor.update({ scope: 'session', sessionId: 's1', id: 'id1', changes: {}, moveTo: 'project' });

  test('is in the new one, without what is private, and no longer in the old one', async () => {
    expect(await move()).toMatchObject({ ok: true, rules: [{ scope: 'project', id: 'id1' }] });
    expect([patterns('session'), patterns('project')]).toEqual([[], ['allow Bash(npm test)']]);
    expect(readFileSync(file('project'), 'utf8')).not.toContain('toolu_1');
  });

  test('goes back when it is undone', async () => {
    await move();
    await editor.undo();
    expect([patterns('session'), patterns('project')]).toEqual([['allow Bash(npm test)'], []]);
  });

  test('stays where it was when the new one cannot be written', async () => {
    write('project', '{ "rules": [');
    expect(await move()).toMatchObject({ ok: false, problem: { code: 'broken' } });
    expect(patterns('session')).toEqual(['allow Bash(npm test)']);
  });
});

describe('settings of Claude Code in the repository', () => {
  const settings = (text: string): void => {
    mkdirSync(join(workspace, '.claude'), { recursive: true });
    writeFileSync(join(workspace, '.claude', 'settings.json'), text);
  };
  const claude = (): ScopeContent | undefined => book.scopes.contents(undefined).find(it => it.scope === 'claude');

  test('allow nothing until what the repository brings is accepted, and are listed all the same', () => {
    settings('{ "permissions": { "allow": ["Bash(make:*)"], "deny": ["Bash(curl:*)"] } }');
    accepted = false;
    expect([bash('make it'), bash('curl x')]).toEqual(['ask', 'deny']);
    expect(claude()?.brought?.map(rule => rule.pattern)).toEqual(['Bash(make:*)']);
    accepted = true;
    expect(bash('make it')).toBe('allow');
  });

  test('that are broken are named with their line, and ask', () => {
    settings('{\n  "permissions": {\n    "deny": ["Bash(curl:*)"\n  }\n}');
    expect(bash('make it')).toBe('ask');
    expect(book.scopes.problems).toEqual([
      {
        code: 'broken',
        message: `${join(workspace, '.claude', 'settings.json')} cannot be read as settings of Claude Code, so every call asks.`,
        file: join(workspace, '.claude', 'settings.json'),
        line: 4,
      },
    ]);
    expect(claude()?.broken).toBe(true);
  });
});

describe('a change of the file that everybody shares', () => {
  const add = { scope: 'project', rules: [allow('Bash(npm test)')], by: 'panel' } as const;

  const nothing = { before: 'no file', after: 'no file' };

  function drafted(change: RuleChange): ReturnType<RuleEditor['draft']> & { ok: true } {
    const draft = editor.draft(change);
    if (!draft.ok) throw new Error(draft.problem.message.text);
    return draft;
  }

  test('is shown first, and then written exactly as it was shown', async () => {
    const { draft, file: { before, after } = nothing } = drafted({ type: 'add', add });
    expect([before, existsSync(file('project'))]).toEqual(['', false]);
    expect(await editor.add({ ...add, draft })).toMatchObject({ ok: true });
    expect(readFileSync(file('project'), 'utf8')).toBe(after);
  });

  test('is the same one when it is shown again and nothing has changed: what was pressed in between counts', async () => {
    const { draft } = drafted({ type: 'add', add });
    expect(drafted({ type: 'add', add }).draft).toBe(draft);
    expect(await editor.add({ ...add, draft })).toMatchObject({ ok: true });
    expect(drafted({ type: 'add', add }).draft).not.toBe(draft);
  });

  test('is refused when the file has changed since it was shown', async () => {
    const { draft } = drafted({ type: 'add', add });
    write('project', '{ "rules": [] }');
    expect(await editor.add({ ...add, draft })).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(patterns('project')).toEqual([]);
  });

  test('is refused when it is not the change that was shown', async () => {
    const { draft } = drafted({ type: 'add', add });
    const other = { ...add, rules: [allow('Bash(rm:*)')], draft };
    expect(await editor.add(other)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(existsSync(file('project'))).toBe(false);
  });

  test('shows a move too, and writes it', async () => {
    await editor.add({ scope: 'user', rules: [allow('Bash(a)'), deny('Bash(b)')] });
    const rules = [
      { scope: 'user', id: 'id1' },
      { scope: 'user', id: 'id2' },
    ] as const;
    const { draft, file: { after } = nothing } = drafted({ type: 'move', move: { rules, to: 'project' } });
    expect(after).toMatch(/Bash\(a\)[\s\S]*Bash\(b\)|Bash\(b\)[\s\S]*Bash\(a\)/);
    expect(await editor.move({ rules, to: 'project', draft })).toMatchObject({ ok: true });
    expect(readFileSync(file('project'), 'utf8')).toBe(after);
  });
});

test('several rules move as one step, and back as one', async () => {
  await editor.add({ scope: 'user', rules: [allow('Bash(a)'), deny('Bash(b)')] });
  const rules = [
    { scope: 'user', id: 'id1' },
    { scope: 'user', id: 'id2' },
  ] as const;
  await editor.move({ rules, to: 'workspace' });
  expect([patterns('user'), patterns('workspace')]).toEqual([[], ['deny Bash(b)', 'allow Bash(a)']]);
  await editor.undo();
  expect([patterns('user').toSorted(), patterns('workspace')]).toEqual([['allow Bash(a)', 'deny Bash(b)'], []]);
});

test('a rule moves to a scope that has the same already', async () => {
  await editor.add({ scope: 'user', rules: [allow('Bash(a)')] });
  await editor.add({ scope: 'workspace', rules: [allow('Bash(a)')] });
  expect(await editor.move({ rules: [{ scope: 'user', id: 'id1' }], to: 'workspace' })).toMatchObject({ ok: true });
  expect([patterns('user'), patterns('workspace')]).toEqual([[], ['allow Bash(a)']]);
});

describe('between the two writes of a move, where a crash may come', () => {
  /** What a window that opened after each write would say of `make`. */
  async function seenWhile(action: 'allow' | 'deny', body: () => Promise<unknown>): Promise<readonly string[]> {
    await editor.add({ scope: 'user', rules: [{ action, pattern: 'Bash(make:*)' }] });
    const seen: string[] = [];
    const ends = (['user', 'workspace'] as const).map(scope =>
      book.scopes.store(scope)?.watch(() => {
        const call = { tool: 'Bash', input: { command: 'make it' }, cwd: workspace };
        seen.push(openBook().evaluate(call).decision);
      }),
    );
    await body();
    for (const end of ends) end?.();
    return seen;
  }
  const move = (): Promise<unknown> => editor.move({ rules: [{ scope: 'user', id: 'id1' }], to: 'workspace' });

  test('what was allowed asks', async () => {
    expect(await seenWhile('allow', move)).toEqual(['ask', 'allow']);
  });

  test('what was denied stays denied', async () => {
    expect(await seenWhile('deny', move)).toEqual(['deny', 'deny']);
  });

  test('what becomes allowed is denied until both are done', async () => {
    const update = { scope: 'user', id: 'id1', changes: { action: 'allow' }, moveTo: 'workspace' } as const;
    expect(await seenWhile('deny', () => editor.update(update))).toEqual(['deny', 'allow']);
  });
});

test('several rules are removed together or not at all', async () => {
  await editor.add({ scope: 'user', rules: [allow('Bash(a)'), allow('Bash(b)')] });
  await editor.add({ scope: 'workspace', rules: [allow('Bash(c)')] });
  expect(
    await editor.remove({
      rules: [
        { scope: 'user', id: 'id1' },
        { scope: 'workspace', id: 'nobody' },
      ],
    }),
  ).toMatchObject({ ok: false, problem: { code: 'gone' } });
  expect(patterns('user')).toHaveLength(2);
  const names = [
    { scope: 'user', id: 'id1' },
    { scope: 'workspace', id: 'id3' },
  ] as const;
  expect(await editor.remove({ rules: names })).toMatchObject({ ok: true });
  expect([patterns('user'), patterns('workspace')]).toEqual([['allow Bash(b)'], []]);
});

test('checks against 5,000 rules, of which the last hears of a change', async () => {
  const rules = Array.from({ length: 5000 }, (_, at) => allow(`Bash(tool-${at} run:*)`));
  write('user', JSON.stringify({ rules }, undefined, 2));
  const found = Array.from({ length: 60 }, (_, at) => bash(`tool-${at * 100} run it`));
  expect(found).toEqual(Array.from({ length: 60 }, (_, at) => (at < 50 ? 'allow' : 'ask')));
  await editor.add({ scope: 'user', rules: [deny('Bash(tool-7:*)')] });
  expect(bash('tool-7 run it')).toBe('deny');
});

describe('a rule that a person wrote keeps all that stands at it', () => {
  const entries: Readonly<Record<string, string>> = {
    examples: '{"action":"allow","pattern":"Bash(npm test)","examples":{"match":["npm test"],"noMatch":["npm t"]}}',
    'keys that nobody knows':
      '{"owner":"QA","action":"deny","pattern":"Bash(npm test)","tags":["a",{"b":null}],"n":1.5}',
    'an action that is none': '{"action":"alow","pattern":"Bash(npm test)"}',
    'an expiry that is no date': '{"action":"deny","pattern":"Bash(npm test)","expires":"some day"}',
    'an expiry of another kind': '{"action":"allow","pattern":"Bash(npm test)","expires":{"in":"a year"}}',
    'a description of another kind': '{"action":"ask","pattern":"Bash(npm test)","description":["two","lines"]}',
    'an origin that is not ours':
      '{"action":"ask","pattern":"Bash(npm test)","created":{"at":"today","by":"Kim","why":"x"}}',
    'an origin with more in it':
      '{"action":"ask","pattern":"Bash(npm test)","created":{"at":"2026-01-01T00:00:00.000Z","by":"card","ticket":7}}',
    'a date of change in other words': '{"action":"ask","pattern":"Bash(npm test)","updated":"last week"}',
    'a date in another zone':
      '{"action":"ask","pattern":"Bash(npm test)","description":"d","expires":"2999-01-01T00:00:00.000Z"}',
    'a pattern that cannot be read': '{"action":"deny","pattern":"Bash(","examples":{"match":["x"]}}',
    'a description that nobody may make as long': `{"action":"ask","pattern":"Bash(npm test)","description":"${'x'.repeat(3000)}"}`,
    'examples that are none': '{"action":"deny","pattern":"Bash(npm test)","examples":"see the wiki"}',
  };
  const without = (entry: object, ...keys: readonly string[]): object =>
    Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)));
  const entryIn = (scope: 'project' | 'user'): object =>
    without(JSON.parse(readFileSync(file(scope), 'utf8')).rules.at(-1), 'id');
  const nameOf = (scope: 'project' | 'user'): { scope: 'project' | 'user'; id: string } => ({
    scope,
    id: book.scopes.store(scope)?.list().rules.at(-1)?.id ?? '',
  });

  test.each(Object.entries(entries))('%s: when its removal is taken back', async (_, entry) => {
    write('user', `{"version":1,"rules":[${entry}]}`);
    await editor.remove({ rules: [nameOf('user')] });
    expect(JSON.parse(readFileSync(file('user'), 'utf8')).rules).toEqual([]);
    await editor.undo();
    expect(entryIn('user')).toEqual(JSON.parse(entry));
  });

  const refused = ['a pattern that cannot be read', 'a description that nobody may make as long'];

  test.each(Object.entries(entries))('%s: when it moves to another scope, and back', async (what, entry) => {
    write('user', `{"version":1,"rules":[${entry}]}`);
    const moved = await editor.move({ rules: [nameOf('user')], to: 'project' });
    expect(moved.ok).toBe(!refused.includes(what));
    if (moved.ok) {
      expect(without(entryIn('project'), 'updated')).toEqual(without(JSON.parse(entry), 'updated'));
      await editor.undo();
    }
    expect(entryIn('user')).toEqual(JSON.parse(entry));
  });

  test('and comes back beside the same rule, not in its place', async () => {
    const [one, two] = [entries['examples'], '{"action":"allow","pattern":"Bash(npm test)","owner":"Kim"}'];
    write('user', `{"version":1,"rules":[${one},${two}]}`);
    await editor.remove({ rules: [nameOf('user')] });
    await editor.undo();
    expect(entryIn('user')).toEqual(JSON.parse(two));
    expect(JSON.parse(readFileSync(file('user'), 'utf8')).rules).toHaveLength(2);
  });

  test('and a pattern that could not be read, when its correction is taken back', async () => {
    write('user', `{"version":1,"rules":[${entries['a pattern that cannot be read']}]}`);
    await editor.update({ ...nameOf('user'), changes: { pattern: 'Bash(rm:*)' } });
    await editor.undo();
    expect(entryIn('user')).toEqual(JSON.parse(entries['a pattern that cannot be read'] ?? ''));
  });

  test('and what is changed on the way is not what it was', async () => {
    write('user', `{"version":1,"rules":[${entries['an expiry that is no date']}]}`);
    await editor.update({ ...nameOf('user'), changes: { expires: null, description: 'New' }, moveTo: 'project' });
    expect(without(entryIn('project'), 'updated')).toEqual({
      action: 'deny',
      pattern: 'Bash(npm test)',
      description: 'New',
    });
  });
});
