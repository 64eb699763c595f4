// A command that wants to reach a host asks through the same channel as everything else.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Card } from '../../src/core/card/card';
import { quoted } from '../../src/core/texts/sentence';
import { RuleJudge } from '../../src/rules/judge';
import { clis } from './clis';
import { isHeld } from './sandboxed';
import { openStage, type Stage } from './stage';

/** The way out of the sandbox may not be open yet when a command begins, on a busy machine. */
const commandTo = (host: string): string =>
  `curl -sS -m 20 --retry 9 --retry-delay 1 --retry-connrefused http://${host}/; echo`;
const curl = (id: string, host: string): object => ({
  tool: 'Bash',
  id,
  input: { command: commandTo(host), description: id },
});

async function networkCard(stage: Stage, host: string): Promise<Card> {
  const found = (): Card | undefined =>
    [...stage.cards.values()].find(
      card => card.tool === 'SandboxNetworkAccess' && card.input['host'] === host && card.state === 'waiting',
    );
  await stage.until(`a question about ${host}`, () => found() !== undefined);
  const card = found();
  if (!card) throw new Error('The card is gone.');
  return card;
}

const over = (stage: Stage, id: string): Promise<void> =>
  stage.until(`${id} to end`, () => /done|failed/.test(stage.cards.get(id)?.state ?? ''));

describe.skipIf(!isHeld).each(clis)('Claude Code $version', ({ path: cli }) => {
  test('a host is a card with the command that wants it; a deny is told and asked again, an allow is remembered', async () => {
    const stage = await openStage({
      cli,
      enforcement: 'auto',
      turns: [[curl('a', 'one.test')], [curl('b', 'one.test')], [curl('c', 'one.test')], [{ text: 'End' }]],
    });
    await stage.send();
    await stage.asked('a');
    stage.allow('a');
    const first = await networkCard(stage, 'one.test');
    expect(first).toMatchObject({ kind: 'web', wantedBy: [commandTo('one.test')] });
    stage.deny(first.toolCallId, { note: 'Not there.' });
    await over(stage, 'a');
    expect(stage.cards.get('a')?.result?.text).toContain('blocked by network allowlist');
    expect(stage.cards.get(first.toolCallId)).toMatchObject({ state: 'denied', outcome: { note: 'Not there.' } });

    await stage.asked('b');
    stage.allow('b');
    const second = await networkCard(stage, 'one.test');
    stage.allow(second.toolCallId);
    await over(stage, 'b');
    expect(stage.cards.get(second.toolCallId)?.state).toBe('done');
    await stage.asked('c');
    stage.allow('c');
    await over(stage, 'c');
    const asked = [...stage.cards.values()].filter(card => card.tool === 'SandboxNetworkAccess');
    expect(asked).toHaveLength(2);
    const decisions = (await stage.journal()).flatMap(({ record }) =>
      record.type === 'interaction_response' && asked.some(card => card.toolCallId === record.toolCallId)
        ? [record.choice]
        : [],
    );
    expect(decisions).toEqual(['deny', 'allow']);
  });

  test('a rule answers it without a person', async () => {
    const stage = await openStage({
      cli,
      enforcement: 'auto',
      judge: ({ tool, input }) => {
        const by = { kind: 'rule', rule: 'Network(*.test)', reason: quoted('') } as const;
        const denied = input['host'] === 'evil.test';
        return {
          verdict:
            tool === 'SandboxNetworkAccess' && denied
              ? { decision: 'deny', by, message: 'No.', readOnly: false }
              : { decision: 'allow', by, readOnly: false },
          risk: 'low',
          riskSentence: quoted(''),
          because: [],
        };
      },
      turns: [[curl('a', 'good.test')], [curl('b', 'evil.test')], [{ text: 'End' }]],
    });
    await stage.send();
    await over(stage, 'b');
    expect(stage.cards.get('a')?.result?.text).not.toContain('blocked');
    expect(stage.cards.get('b')?.result?.text).toContain('blocked by network allowlist');
  });

  test('a rule of the person answers it: of a file, of a session, and of WebFetch; without one it expires as a deny', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latch-network-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'rules.json');
    const ofFile = [
      { action: 'allow', pattern: 'Bash' },
      { action: 'allow', pattern: 'Network(file.test)' },
      { action: 'deny', pattern: 'WebFetch(domain:denied.test)' },
    ];
    writeFileSync(file, JSON.stringify({ rules: ofFile }));
    const none = { fileEdits: false, bash: true, skills: false, mcp: false };
    const rules = new RuleJudge({
      workspace: folder,
      files: [file],
      skip: () => none,
      projectAllows: () => true,
      onProblem() {},
    });
    const hosts = ['file.test', 'session.test', 'denied.test', 'nobody.test'];
    const stage = await openStage({
      cli,
      enforcement: 'required',
      judge: rules.judge,
      timeLimit: () => 3000,
      turns: [...hosts.map(host => [curl(host, host)]), [{ text: 'End' }]],
    });
    await rules.scopes
      .store('session', stage.session.id)
      ?.change([{ type: 'add', rule: { id: 'one', action: 'allow', pattern: 'Network(session.test)' } }]);
    await stage.send();
    await stage.idle();
    const asked = [...stage.cards.values()].filter(card => card.tool === 'SandboxNetworkAccess');
    expect(asked.map(({ input, state, outcome }) => [input['host'], state, outcome?.by])).toEqual([
      ['file.test', 'done', 'rule'],
      ['session.test', 'done', 'rule'],
      ['denied.test', 'denied', 'rule'],
      ['nobody.test', 'expired', 'timeout'],
    ]);
    for (const host of ['denied.test', 'nobody.test'])
      expect(stage.cards.get(host)?.result?.text).toContain('blocked by network allowlist');
  });
});
