import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RealAgent } from '../../scripts/lib/acpAgents.mjs';
import { cacheDir } from '../../scripts/lib/paths.mjs';
import { measured, standardCalls, type StandardCall } from '../../src/core/acp/measured';
import type { Clock } from '../../src/core/base/clock';
import type { JsonObject } from '../../src/core/base/json';
import type { Judge } from '../../src/core/call/judgement';
import { compileRules, evaluate, plainContext } from '../../src/core/rules';
import { judgementOf } from '../../src/core/ruleAdmin/judgementOf';
import { nodeClock } from '../../src/session/nodeClock';
import { openStage, type Stage, type StageOptions } from './stage';

export interface Tool {
  readonly tool: string;
  readonly input: JsonObject;
}

/** A real agent, and how its model says what the tests want of it. */
export interface RealCase {
  readonly name: string;
  readonly version: string;
  /** The end of its program's name, under which it was measured. */
  readonly program: string;
  readonly agent: () => Promise<RealAgent>;
  /** The mode of its own in which it asks. */
  readonly mode?: string | undefined;
  /** What of its environment makes it ask. */
  readonly asking?: Readonly<Record<string, string>>;
  /** Whether it tells the input of a command, so that a rule can allow it. */
  readonly tellsInput: boolean;
  /** It says that it can go on with a conversation, and does not always find it. */
  readonly forgets?: true;
  /** It does not tell what its commands print. */
  readonly keepsOutput?: true;
  readonly command: (line: string) => Tool;
  readonly calls: Readonly<Record<StandardCall, Tool | undefined>>;
}

type Asking = (typeof measured)[number]['calls'][StandardCall];

/** How a stage starts it. */
export async function starting(real: RealCase): Promise<NonNullable<StageOptions['acp']>> {
  const agent = await real.agent();
  // Codex runs commands in a sandbox that has no temporary folder in it, and needs its own one there.
  const home = mkdtempSync(join(cacheDir(), 'agent-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  return (_, { ANTHROPIC_BASE_URL: url }) => ({
    name: real.name,
    command: agent.command,
    args: agent.args,
    env: url === undefined ? {} : { ...agent.env(url, home), ...real.asking },
    ...(real.mode === undefined ? {} : { mode: real.mode }),
  });
}

/** Large programs take their time to begin where many of them do. */
const patient: Clock = { ...nodeClock, after: (ms, then) => nodeClock.after(ms * 6, then) };

/** Of a machine that is busy with twenty other things. */
export const patience: Pick<StageOptions, 'clock' | 'patienceMs'> = { clock: patient, patienceMs: 300_000 };

/** A session with it. */
async function openReal(real: RealCase, options: Partial<StageOptions>): Promise<Stage> {
  const prepare = (workspace: string): void => writeFileSync(join(workspace, 'a.txt'), 'hello needle\n');
  return openStage({ turns: [], ...patience, ...options, prepare, acp: await starting(real) });
}

const rules = compileRules(
  (
    [
      ['allow', 'Bash'],
      ['deny', 'Bash(rm:*)'],
    ] as const
  ).map(([action, pattern]) => ({ action, pattern, root: '/', source: { scope: 'user' } })),
);

/** Everything is allowed but to remove files. */
const allButRemoving: Judge = ({ tool, input, cwd }) =>
  judgementOf(tool, evaluate(rules, { tool, input, cwd }, plainContext(cwd)));

/** All that holds for Claude Code holds for it, as far as it asks. */
export function holdsFor(real: RealCase): void {
  const { command } = real;

  describe(`${real.name} ${real.version}`, { timeout: 1_200_000 }, () => {
    test('runs what was allowed and not what was denied, by an answer of its own, and goes on with its conversation', async () => {
      const stage = await openReal(real, {
        turns: [
          [{ text: 'One.' }, { ...command('touch one.txt; echo printed'), id: 'call_one' }],
          [{ ...command('touch two.txt'), id: 'call_two' }],
          [{ text: 'Both.' }],
          [{ text: 'Again.' }],
        ],
      });
      await stage.send('Remember the heron');
      const one = await next(stage);
      expect(one).toMatchObject({ kind: real.tellsInput ? 'bash' : 'other', state: 'waiting' });
      expect(JSON.stringify(one)).toContain('touch one.txt');
      stage.allow(one.toolCallId);
      const two = await next(stage, one.toolCallId);
      stage.deny(two.toolCallId, { note: 'Say rather why' });
      const told = (): string => JSON.stringify(stage.model.requests.map(({ body }) => body));
      await stage.until('the note to go out', () => told().includes('Say rather why'));
      await stage.until('the turn to end', () => ['idle', 'failed'].includes(stage.session.view.status.state));
      expect([existsSync(join(stage.workspace, 'one.txt')), existsSync(join(stage.workspace, 'two.txt'))]).toEqual([
        true,
        false,
      ]);
      const result = stage.cards.get(one.toolCallId)?.result?.text;
      expect(result?.includes('printed'), result).toBe(!real.keepsOutput);
      const answers = stage.log.filter(line => line.includes(' is answered '));
      expect(answers.map(line => line.includes('"selected"'))).toEqual([true, true]);
      expect(stage.session.view.status.state).toBe('idle');
      await stage.session.restart();
      await stage.send('And on');
      await stage.idle();
      const last = stage.model.requests.findLast(({ speaker }) => speaker === 'main');
      const remembers = JSON.stringify(last?.body).includes('Remember the heron');
      expect(remembers || real.forgets === true, stage.log.slice(-8).join('\n')).toBe(true);
      const said = JSON.stringify(stage.transcript).includes('cannot go on with the earlier conversation');
      expect(said).toBe(!remembers);
    });

    test('is stopped while it asks, and nothing of that runs', async () => {
      const turns = [[{ ...command('touch one.txt'), id: 'call_one' }], [{ text: 'Anew.' }]];
      const stage = await openReal(real, { turns });
      await stage.send();
      const one = await next(stage);
      await stage.session.interrupt();
      await stage.idle();
      await stage.send('And now?');
      await stage.idle();
      // The stopped turn did not ask the model how to go on.
      expect(JSON.stringify(stage.transcript)).toContain('Anew.');
      expect((await stage.card(one.toolCallId, 'cancelled')).problem?.text).toBe('You stopped the turn.');
      expect(existsSync(join(stage.workspace, 'one.txt'))).toBe(false);
    });

    test('is held to the rules: what they allow runs unasked as far as its input is told, what they deny does not', async () => {
      const stage = await openReal(real, {
        judge: allButRemoving,
        turns: [
          [{ ...command('touch one.txt'), id: 'call_one' }],
          [{ ...command('rm a.txt'), id: 'call_two' }],
          [{ text: 'Done.' }],
        ],
      });
      await stage.send();
      for (let asked = ''; !real.tellsInput; ) {
        await stage.until(
          'a card or the end',
          () => waitsFor(stage, asked) || stage.session.view.status.state === 'idle',
        );
        if (!waitsFor(stage, asked)) break;
        const one = await next(stage, asked);
        expect(one.because[0]?.reason.text).toContain(`No rule allows Agent(${real.name})`);
        asked = one.toolCallId;
        stage.deny(asked);
      }
      await stage.idle();
      expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(true);
      expect(existsSync(join(stage.workspace, 'one.txt'))).toBe(real.tellsInput);
    });

    test('asks for what the table of the picker says', async () => {
      const entry = measured.find(({ program, version }) => program === real.program && version === real.version);
      expect(await askingOf(real)).toEqual(entry?.calls);
    });
  });
}

/** The next card that waits, whatever its agent calls it. */
export async function next(stage: Stage, after?: string): Promise<NonNullable<ReturnType<Stage['cards']['get']>>> {
  await stage.until('a card', () => waitsFor(stage, after));
  const found = [...stage.cards.values()].find(it => it.state === 'waiting' && it.toolCallId !== after);
  if (!found) throw new Error('The card is gone.');
  return found;
}

function waitsFor(stage: Stage, after?: string): boolean {
  return [...stage.cards.values()].some(it => it.state === 'waiting' && it.toolCallId !== after);
}

/** Plays each of the ten calls, allows whatever asks, and says what came of each. */
async function askingOf(real: RealCase): Promise<Readonly<Record<string, Asking>>> {
  const played = standardCalls.filter(call => real.calls[call] !== undefined);
  const seen = new Map<StandardCall, Asking>();
  const stage = await openReal(real, {
    turns: [...played.map((call, at) => [{ ...real.calls[call], id: `call_${at}` }]), [{ text: 'Done.' }]],
    onCard(card, { allow, model }) {
      // What it has us do for a call has an id of ours.
      const turn = model.requests.filter(({ speaker }) => speaker === 'main').length - 1;
      const call = played[Number(/call_(\d+)/.exec(card.toolCallId)?.[1] ?? turn)];
      if (call === undefined) return;
      if (card.state === 'waiting') {
        seen.set(call, 'asks');
        setTimeout(() => allow(card.toolCallId));
      } else if (seen.get(call) !== 'asks') seen.set(call, card.result?.ok === false ? 'refuses' : 'runs');
    },
  });
  await stage.send();
  await stage.idle();
  return Object.fromEntries(
    standardCalls.map(call => [call, real.calls[call] === undefined ? 'none' : (seen.get(call) ?? 'untold')]),
  );
}
