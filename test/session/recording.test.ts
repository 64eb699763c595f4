// No answer leaves before its record is on the disk, whatever happens to the disk or to us.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, onTestFinished, test, vi } from 'vitest';
import { expect } from '../support/inWords';
import { readChain } from '../fakes/journalText';
import { restoredSession } from '../../src/core/journal/restored';
import { JournalFile } from '../../src/stores/journalFile';
import { sha256 } from '../../src/stores/sha256';
import { historyOf } from '../core/support/history';
import { Random } from '../support/random';
import { bundled } from '../fakes/bundled';
import { afterEverySync, handleMethods } from '../fakes/handleMethods';
import { Recording } from '../fakes/recording';
import { MemoryRecord } from '../fakes/teamRecord';
import { fakeAgent, oneCall, result, turnEnd } from '../fakes/agentSteps';
import { openFakeStage } from '../channel/fakeStage';

afterEach(() => {
  vi.restoreAllMocks();
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latch-recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

test('the decision is synced before the first byte of the answer goes to the agent', async () => {
  const stage = await openFakeStage(oneCall);
  await stage.send();
  await stage.asked('a');
  const answersAtSync: number[] = [];
  const restore = await afterEverySync(async () => {
    if (!readFileSync(stage.journalPath, 'utf8').includes('interaction_response')) return;
    // Long enough for the agent to have got an answer that did not wait.
    await pause(200);
    answersAtSync.push(stage.answersTo('r1').length);
  });
  onTestFinished(restore);
  stage.allow('a');
  await stage.idle();
  expect(answersAtSync[0]).toBe(0);
  expect(stage.answersTo('r1')).toHaveLength(1);
});

test('a record of the team that takes nothing keeps no answer waiting, and gets all of it later', async () => {
  const record = new MemoryRecord();
  let goOn = (): void => {};
  let asked = 0;
  record.before = () => {
    asked += 1;
    return new Promise(resolve => (goOn = resolve));
  };
  const recording = new Recording(record);
  const sender = recording.sender();
  const stage = await openFakeStage(oneCall, {
    journalFolder: recording.journals.path,
    sealing: id => ({ tag: () => undefined, written: () => sender.written(id) }),
  });
  await stage.send();
  await stage.asked('a');
  await stage.until('a line to be sent', () => asked === 1);
  stage.allow('a');
  await stage.idle();
  expect(stage.answersTo('r1')).toHaveLength(1);
  expect([asked, record.lines]).toEqual([1, []]);
  record.before = () => Promise.resolve();
  goOn();
  await stage.close();
  await sender.tried();
  expect(await recording.compared(basename(stage.journalPath, '.jsonl'))).toMatchObject([
    true,
    expect.any(String),
    expect.any(String),
  ]);
});

test('a decision that cannot be written down becomes a deny, on the card, at the agent and later in the journal', async () => {
  const stage = await openFakeStage([...oneCall.slice(0, -2), result('a', 'Not run.', false), turnEnd]);
  await stage.send();
  await stage.asked('a');
  // What was noted so far is on the disk, so the next thing to be synced is the decision.
  await stage.session.savedJournal();
  vi.spyOn(await handleMethods(), 'datasync').mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
  stage.allow('a');
  await stage.card('a', 'denied');
  expect(stage.cards.get('a')?.problem).toBe('The journal could not be written: ENOSPC: no space left on device');
  await stage.idle();
  expect(stage.answersTo('r1')).toMatchObject([
    { response: { behavior: 'deny', message: expect.stringContaining('could not be written to disk') } },
  ]);
  const decisions = (await stage.journal()).flatMap(({ record }) =>
    record.type === 'interaction_response' ? [record] : [],
  );
  expect(decisions.map(({ choice, by }) => [choice, by.kind])).toEqual([
    ['allow', 'person'],
    ['deny', 'failure'],
  ]);
  expect(
    stage.transcript.some(
      item => item.kind === 'notice' && item.level === 'error' && item.text.text.includes('ENOSPC'),
    ),
  ).toBe(true);
});

test('killed between the disk and the agent: the decision is listed, and was never sent', async () => {
  const folder = temporary();
  writeFileSync(join(folder, 'steps.json'), JSON.stringify(oneCall));
  const start = await bundled('dyingHost', folder);
  const host = start(folder, fakeAgent);
  const signal = await new Promise(resolve => {
    host.on('exit', (_, by) => resolve(by));
  });
  expect(signal).toBe('SIGKILL');
  const name = readdirSync(join(folder, 'journal')).find(file => file.endsWith('.jsonl')) ?? '';
  const { lines, broken } = readChain(readFileSync(join(folder, 'journal', name), 'utf8'), sha256);
  expect(broken).toBeUndefined();
  expect(lines.map(line => line.record)).toContainEqual(
    expect.objectContaining({ type: 'interaction_response', toolCallId: 'a', choice: 'allow' }),
  );
  expect(restoredSession(historyOf(lines))?.cards).toMatchObject([
    { toolCallId: 'a', state: 'lost', outcome: { choice: 'allow' } },
  ]);
  await pause(200);
  expect(readFileSync(join(folder, 'stdin.jsonl'), 'utf8')).not.toContain('control_response');
});

test('a writer that is killed at any moment leaves a whole chain, with all that it was told is on the disk', async () => {
  const folder = temporary();
  const start = await bundled('journalWriter', folder);
  const path = join(folder, 'session.jsonl');
  const random = new Random(11);
  let confirmed = 0;
  for (let round = 0; round < 12; round += 1) {
    const writer = start(path);
    let last = -1;
    const exited = new Promise(resolve => {
      writer.on('close', resolve);
    });
    const killedAfter = confirmed + 10 + random.below(40);
    await new Promise<void>(resolve => {
      writer.stdout.on('data', (chunk: Buffer) => {
        last = Number(chunk.toString().trimEnd().split('\n').at(-1));
        if (last >= killedAfter) resolve();
      });
    });
    writer.kill('SIGKILL');
    await exited;
    const { journal, lines, broken } = await JournalFile.open(path);
    await journal.close();
    expect(broken).toBeUndefined();
    expect(lines).toBeGreaterThan(last);
    confirmed = last;
  }
  expect(confirmed).toBeGreaterThan(100);
  expect(existsSync(path)).toBe(true);
}, 30_000);
