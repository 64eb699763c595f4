import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { expect } from '../support/inWords';
import type { Card } from '../../src/core/card/card';
import { openRules, type Rules } from '../../src/rules/rules';
import type { ConfirmRule } from '../../src/core/protocol/readRules';
import { JournalCalls } from '../../src/stores/journalCalls';
import { JournalFolder } from '../../src/stores/journalFolder';
import { RuleMemory } from '../../src/stores/ruleMemory';
import { bash } from './calls';
import { openStage, type Stage } from './stage';

let stage: Stage;
let rules: Rules;
const realHome = process.env['HOME'];

/** The rules of a window, made when it is known which folder it has. */
function rulesOf(workspace: string, home: string): Rules {
  process.env['HOME'] = home;
  let ids = 0;
  return openRules({
    workspace,
    privateFolder: join(home, 'private'),
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows: () => true,
    onProblem: () => {},
    now: Date.now,
    newId: () => `id${(ids += 1)}`,
    onChange: () => stage.session.rejudge(),
    memory: new RuleMemory(join(home, 'memory.json')),
    calls: new JournalCalls(new JournalFolder(join(workspace, '..', 'journal')), () => workspace),
    projectTakesAllows: () => true,
    folderKey: 'here',
  });
}

beforeEach(async () => {
  stage = await openStage({
    turns: [
      [bash('toolu_lint', 'npm run lint')],
      [
        bash('toolu_test', 'npm run test'),
        bash('toolu_install', 'npm install'),
        bash('toolu_chain', 'npm run x && rm -rf y'),
      ],
      [{ text: 'Done.' }],
    ],
    judge: call => rules.judge.judge(call),
    prepare(workspace, home) {
      rules = rulesOf(workspace, home);
      writeFileSync(
        join(workspace, 'package.json'),
        '{ "scripts": { "lint": "echo lint", "test": "echo test", "x": "echo x" } }',
      );
    },
  });
});
afterEach(() => {
  rules.editor.dispose();
  process.env['HOME'] = realHome;
});

const rule: ConfirmRule = { action: 'allow', patterns: ['Bash(npm run:*)'], scope: 'project' };
const rulesFile = (): string => join(stage.workspace, '.latch', 'rules.json');

async function confirm(card: Card, made: ConfirmRule): Promise<void> {
  const { sessionId, toolCallId, revision } = card;
  const confirmation = { sessionId, toolCallId, revision, confirmed: true };
  const added = await rules.making.addWithAnswer(stage.session, confirmation, made);
  if (!added.ok) throw new Error(added.problem.message.text);
}

describe('"Allow…" on a card', () => {
  test('allows the call, and from then on what the rule says and nothing else', async () => {
    await stage.send();
    await confirm(await stage.card('toolu_lint', 'waiting'), rule);
    await stage.card('toolu_lint', 'done');
    expect(stage.cards.get('toolu_lint')?.outcome).toMatchObject({ choice: 'allow', by: 'person' });
    const [install, chain, tested] = await Promise.all([
      stage.card('toolu_install', 'waiting'),
      stage.card('toolu_chain', 'waiting'),
      stage.card('toolu_test', 'decided'),
    ]);
    expect(tested.outcome).toMatchObject({
      choice: 'allow',
      by: 'rule',
      detail: expect.stringContaining('Bash(npm run:*)'),
    });
    expect(tested.because[0]).toMatchObject({ rule: 'Bash(npm run:*)', ref: { scope: 'project', id: 'id1' } });
    for (const card of [install, chain]) stage.deny(card.toolCallId);
    await stage.idle();
    rules.hits.note(tested);
    rules.hits.note(tested);
    expect(rules.tables.list({}).rules).toMatchObject([
      { ref: { scope: 'project', id: 'id1' }, hits: 1, rule: { created: { by: 'card' } } },
    ]);
    const decision = (await stage.journal()).find(
      ({ record }) => record.type === 'interaction_response' && record.toolCallId === 'toolu_test',
    );
    expect(decision?.record).toMatchObject({ by: { kind: 'rule', ruleId: 'project:id1' } });
  });

  test('offers narrow rules, each tried on the call and on what happened before', async () => {
    await stage.send();
    const card = await stage.card('toolu_lint', 'waiting');
    await stage.session.savedJournal();
    const { offers, scope } = await rules.trials.suggest(stage.session.view, card);
    expect(scope).toBe('session');
    expect(offers.map(it => [it.patterns, it.preview.card?.verdict, it.preview.calls, it.preview.matched])).toEqual([
      [['Bash(npm run lint)'], 'allow', 1, 1],
      [['Bash(npm run lint:*)'], 'allow', 1, 1],
    ]);
  });

  test('leaves the card waiting, and nothing has run, when the rule cannot be written', async () => {
    mkdirSync(join(stage.workspace, '.latch'));
    writeFileSync(rulesFile(), '{ "rules": [');
    await stage.send();
    const card = await stage.card('toolu_lint', 'waiting');
    await expect(confirm(card, rule)).rejects.toThrow(/rules\.json, line 1: This is not JSON/);
    expect(stage.cards.get('toolu_lint')?.state).toBe('waiting');
    expect(stage.toolResults()).toEqual({});
    expect(readFileSync(rulesFile(), 'utf8')).toBe('{ "rules": [');
  });

  test('makes no rule for a card that is another one by now', async () => {
    await stage.send();
    const card = await stage.card('toolu_lint', 'waiting');
    await expect(confirm({ ...card, revision: card.revision + 1 }, rule)).rejects.toThrow('No rule was made');
    expect(existsSync(rulesFile())).toBe(false);
  });

  test('answers other cards that wait and that the rule covers', async () => {
    await stage.send();
    await confirm(await stage.card('toolu_lint', 'waiting'), {
      ...rule,
      scope: 'session',
      patterns: ['Bash(npm run lint)'],
    });
    const waiting = await stage.card('toolu_test', 'waiting');
    await rules.editor.add({
      scope: 'session',
      sessionId: stage.session.id,
      rules: [{ action: 'deny', pattern: 'Bash(npm install)' }],
    });
    await stage.card('toolu_install', 'denied');
    expect(stage.cards.get('toolu_test')?.state).toBe('waiting');
    await confirm(waiting, { ...rule, scope: 'session', patterns: ['Bash(npm run test)'] });
    await stage.card('toolu_test', 'decided');
    await stage.card('toolu_chain', 'waiting');
    stage.deny('toolu_chain');
    await stage.idle();
  });
});

test('Allow once leaves the rules as they are', async () => {
  await stage.send();
  await stage.card('toolu_lint', 'waiting');
  stage.allow('toolu_lint');
  await stage.card('toolu_lint', 'done');
  expect(rules.tables.list({ sessionId: stage.session.id }).rules).toEqual([]);
  expect(existsSync(rulesFile())).toBe(false);
});
