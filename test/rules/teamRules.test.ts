import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StoredRule } from '../../src/core/ruleAdmin/storedRule';
import { acceptedAs, nothingAccepted, type TeamAcceptance, type TeamStatus } from '../../src/core/ruleAdmin/team';
import { teamChange } from '../../src/core/ruleAdmin/teamChange';
import { say } from '../../src/core/texts/sentence';
import { RuleEditor } from '../../src/rules/editor';
import { RuleJudge } from '../../src/rules/judge';
import { AcceptedRules } from '../../src/stores/acceptedRules';
import { TeamRules } from '../../src/rules/teamRules';
import { MemoryStore } from '../../src/stores/memoryStore';
import { RecordSender } from '../../src/stores/recordSender';
import type { TeamStore } from '../../src/stores/teamStore';
import { MemoryRecord } from '../fakes/teamRecord';

const hourMs = 3_600_000;
const deny: StoredRule = { id: 'd', action: 'deny', pattern: 'Bash(git push:*)' };
const allow: StoredRule = { id: 'a', action: 'allow', pattern: 'Bash(make:*)' };

/** Rules in memory, with a server that is as the test says. */
class Shared extends MemoryStore implements TeamStore {
  readonly place = 'db/latch';
  readonly record = new MemoryRecord();
  readonly recorder: TeamStore['recorder'] = options =>
    new RecordSender({ ...options, record: this.record, place: this.place });
  status: TeamStatus = { state: 'online', readAt: Date.now(), mayWrite: true };
  readonly ready = async () => undefined;
  readonly members = async () => [];
  readonly audit = async () => [];
  readonly close = async () => {};
}

/** As the panel names what it shows. */
const shown = (store: Shared): readonly string[] => store.list().rules.map(acceptedAs);

async function world() {
  const workspace = mkdtempSync(join(tmpdir(), 'latch-team-'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  const store = new Shared();
  await store.change([
    { type: 'add', rule: deny },
    { type: 'add', rule: allow },
  ]);
  const kept = new Map<string, TeamAcceptance>();
  const team = new TeamRules({
    accepted: {
      read: place => kept.get(place) ?? nothingAccepted,
      change: (place, change) => void kept.set(place, change(kept.get(place) ?? nothingAccepted)),
    },
    allowsForMs: () => hourMs,
  });
  team.use(store);
  const judge = new RuleJudge({
    workspace,
    files: [],
    team,
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows: () => false,
    onProblem() {},
  });
  const judged = (command: string): string =>
    judge.evaluate({ tool: 'Bash', input: { command }, cwd: workspace }).decision;
  return { store, team, kept, judge, verdicts: () => [judged('git push'), judged('make x'), judged('ls')] };
}

test('what the team denies counts at once, what it allows once it was accepted', async () => {
  const { store, team, verdicts } = await world();
  expect(verdicts()).toEqual(['deny', 'ask', 'allow']);
  team.accept(shown(store));
  expect(verdicts()).toEqual(['deny', 'allow', 'allow']);
  await store.change([{ type: 'update', id: 'a', changes: { pattern: 'Bash(make *)' } }]);
  expect(verdicts()).toEqual(['deny', 'ask', 'allow']);
  await store.change([{ type: 'update', id: 'a', changes: { pattern: 'Bash(make:*)' } }]);
  expect(verdicts()).toEqual(['deny', 'allow', 'allow']);
  await store.change([{ type: 'update', id: 'a', changes: { action: 'deny' } }]);
  expect(verdicts()).toEqual(['deny', 'deny', 'allow']);
});

test('a rule that was accepted until a day is another one without that day', async () => {
  const { store, team, verdicts } = await world();
  await store.change([{ type: 'update', id: 'a', changes: { expires: Date.now() + hourMs } }]);
  team.accept(shown(store));
  expect(verdicts()).toEqual(['deny', 'allow', 'allow']);
  await store.change([{ type: 'update', id: 'a', changes: { expires: null } }]);
  expect(verdicts()).toEqual(['deny', 'ask', 'allow']);
});

test('who trusts the team lets it allow what comes later, until that is revoked', async () => {
  const { store, team, verdicts, judge } = await world();
  team.trust(true);
  await store.change([{ type: 'update', id: 'a', changes: { pattern: 'Bash(make x)' } }]);
  expect(verdicts()).toEqual(['deny', 'allow', 'allow']);
  team.trust(false);
  expect(verdicts()).toEqual(['deny', 'ask', 'allow']);
  expect(judge.scopes.contents(undefined)).toMatchObject([{ scope: 'team', rules: [deny], brought: [{ id: 'a' }] }]);
});

test('what was accepted of one store says nothing of another one', async () => {
  const { team, verdicts, kept } = await world();
  team.trust(true);
  expect([...kept.keys()]).toEqual(['db/latch']);
  const other = Object.assign(new Shared(), { place: 'elsewhere/latch' });
  await other.change([{ type: 'add', rule: allow }]);
  team.use(other);
  expect(verdicts()).toEqual(['ask', 'ask', 'allow']);
});

test('while the server is away, what it denies stays, and what it allows ends', async () => {
  const { store, team, verdicts } = await world();
  team.trust(true);
  const why = say('There is no such file.');
  store.status = { state: 'offline', why, since: Date.now(), readAt: Date.now() - hourMs / 2 };
  expect(verdicts()).toEqual(['deny', 'allow', 'allow']);
  store.status = { state: 'offline', why, since: Date.now(), readAt: Date.now() - hourMs };
  expect(verdicts()).toEqual(['deny', 'ask', 'allow']);
  store.status = { state: 'connecting' };
  expect(verdicts()).toEqual(['deny', 'ask', 'allow']);
  store.status = { state: 'online', readAt: Date.now(), mayWrite: true };
  expect(verdicts()).toEqual(['deny', 'allow', 'allow']);
});

test('where there should be a team and is none, every call asks', async () => {
  const { team, verdicts } = await world();
  team.use(say('There is no such file.'));
  expect(verdicts()).toEqual(['ask', 'ask', 'ask']);
  team.use(undefined);
  expect(verdicts()).toEqual(['ask', 'ask', 'allow']);
});

test('a change of the team is told, and compiles no rule that stands elsewhere', async () => {
  const { store, judge } = await world();
  let told = 0;
  const end = judge.scopes.watch(() => (told += 1));
  await store.change([{ type: 'remove', id: 'd' }]);
  expect(told).toBe(1);
  const revisions = (): readonly string[] =>
    judge.scopes.layers('s').map(({ place, revision }) => `${place} ${revision}`);
  const before = revisions();
  await store.change([{ type: 'remove', id: 'a' }]);
  expect(revisions().filter((it, at) => it !== before[at])).toEqual([expect.stringMatching(/^team /)]);
  end();
});

describe('a change of the rules of the team', () => {
  const add = { scope: 'team', rules: [{ action: 'allow', pattern: 'Bash(cargo build)' }], by: 'card' } as const;
  const request = { toolCallId: 'toolu_9', text: 'cargo build --release' };

  async function writing() {
    const { judge, ...rest } = await world();
    let ids = 0;
    const editor = new RuleEditor({
      scopes: judge.scopes,
      now: () => 7,
      newId: () => `new${(ids += 1)}`,
      onChange() {},
    });
    onTestFinished(() => editor.dispose());
    return { ...rest, judge, editor };
  }

  test('says what it means for whom, and is then written with the call that it came from', async () => {
    const { editor, store, team } = await writing();
    const drafted = editor.draft({ type: 'add', add });
    expect(drafted).toMatchObject({
      ok: true,
      team: { place: 'db/latch', before: '', after: 'allow Bash(cargo build)\n', effects: ['allows'] },
    });
    if (!drafted.ok) throw new Error('not drafted');
    expect(store.list().rules).toEqual([deny, allow]);
    expect(await editor.add({ ...add, draft: drafted.draft }, request)).toMatchObject({ ok: true });
    const written = store.list().rules.at(-1);
    expect(written?.created).toEqual({ at: 7, by: 'card', request: { toolCallId: 'toolu_9', text: '' } });
    expect(team.now()?.list.rules.filter(team.now()?.counts ?? (() => false))).toEqual([deny, written]);
    expect(editor.reachesTeam).toEqual({ undo: true, redo: false });
  });

  test('is not written without having been shown, nor after others have written', async () => {
    const { editor, store } = await writing();
    const remove = { rules: [{ scope: 'team', id: 'd' }] } as const;
    expect(await editor.remove(remove)).toMatchObject({
      problem: { message: { text: expect.stringContaining('looked at') } },
    });
    const drafted = editor.draft({ type: 'remove', remove });
    expect(drafted).toMatchObject({ team: { before: 'deny Bash(git push:*)\n', after: '', effects: ['ends'] } });
    await store.change([{ type: 'remove', id: 'a' }]);
    const draft = drafted.ok ? drafted.draft : '';
    expect(await editor.remove({ ...remove, draft })).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(store.list().rules).toEqual([deny]);
  });

  test.each([
    [[deny], [{ ...deny, description: 'No.' }], ['restricts']],
    [[deny], [{ ...deny, action: 'allow' }], ['allows', 'ends']],
    [[allow], [], ['ends']],
    [[], [deny, allow], ['restricts', 'allows']],
    [[deny, allow], [deny, allow], []],
  ] as const)('%j to %j', (before, after, effects) => {
    expect(teamChange(before, after).effects).toEqual(effects);
  });
});

test('what is accepted or revoked in one window holds in the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latch-accepted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const windows = await Promise.all(
    [1, 2].map(async () => {
      const store = new Shared();
      await store.change([{ type: 'add', rule: allow }]);
      const accepted = new AcceptedRules(join(folder, 'new', 'accepted.json'), error => {
        throw error;
      });
      const team = new TeamRules({
        accepted: {
          read: place => accepted.read(place),
          change: (place, change) => void accepted.change(place, change),
          watch: changed => accepted.watch(changed),
        },
        allowsForMs: () => hourMs,
      });
      onTestFinished(() => team.close());
      team.use(store);
      return { team, counts: () => team.now()?.counts(allow) };
    }),
  );
  const [one, other] = windows;
  const both = (): readonly unknown[] => windows.map(({ counts }) => counts());
  expect(both()).toEqual([false, false]);
  one?.team.accept([acceptedAs(allow)]);
  expect(one?.counts()).toBe(true);
  await expect.poll(both).toEqual([true, true]);
  other?.team.trust(false);
  await expect.poll(both).toEqual([false, false]);
});
