// Two windows on one folder, with a real socket between them: what of a session goes from one to the other.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Card } from '../../../src/core/card/card';
import type { TranscriptChange } from '../../../src/core/transcript/items';
import { letsGo } from '../../../src/core/session/letGo';
import { quoted } from '../../../src/core/texts/sentence';
import { Told } from '../../../src/core/texts/told';
import { isElsewhere, type OpenSession } from '../../../src/session/openSession';
import type { Session } from '../../../src/session/session';
import { Sessions } from '../../../src/session/sessions';
import { JournalFile } from '../../../src/stores/journalFile';
import { identityOf } from '../../../src/stores/processIdentity';
import { JournalFolder } from '../../../src/stores/journalFolder';
import { CalledOff, type WaitFor } from '../../../src/stores/waiting';
import { Door } from '../../../src/vscode/window/door';
import { linkTo } from '../../../src/vscode/window/remoteLink';
import { RemoteSession } from '../../../src/vscode/window/remoteSession';
import { snapshotOf } from '../../../src/vscode/window/snapshot';
import { OpenViews } from '../../../src/vscode/webview/openViews';
import { call, fakeAgent, init, oneCall, turnEnd, user } from '../../fakes/agentSteps';
import { soon } from '../../support/soon';
import { sendTo } from '../../../src/session/sendTo';

let folder: string;
beforeEach(() => {
  const made = mkdtempSync(join(tmpdir(), 'latch-windows-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  folder = made;
});

const forEver = { days: 0, megabytes: 0 };
const quiet = (): void => {};
const log = { info: quiet, warn: quiet, error: quiet };

/** What the agent of each window got on its stdin. */
const answersTo = (request: string): number =>
  ['first', 'second']
    .map(name => join(folder, `${name}.jsonl`))
    .flatMap(file => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []))
    .filter(line => line.includes('control_response') && line.includes(`"${request}"`)).length;

interface Window {
  readonly sessions: Sessions;
  /** Whether its page is there, and shows the chat; what it does when it is asked to let go, and whether it ends then. */
  seen: { away: boolean; shown: boolean; ends?: true; asked?: () => Promise<void> };
  readonly cards: Map<string, Card>;
  /** As it is told when a session goes on. */
  readonly tell: (sessionId: string, changes: readonly TranscriptChange[]) => void;
  /** As the editor ends it: its sessions first. */
  close(): Promise<void>;
  readonly door: Door;
  /** As when a person ends one of its sessions. */
  end(sessionId: string): Promise<void>;
  /** Gone in the middle of everything. */
  vanish(): void;
}

function openWindow(name: 'first' | 'second', steps: readonly object[], waitFor?: WaitFor): Window {
  const script = join(folder, `${name}.json`);
  writeFileSync(script, JSON.stringify(steps));
  const cards = new Map<string, Card>();
  const sessions = new Sessions({
    journals: new JournalFolder(join(folder, 'journal')),
    workspace: [folder],
    cwd: () => folder,
    gate: () => 'strict',
    mediation: () => 'full',
    timeLimit: () => 0,
    claudePath: () => fakeAgent,
    environment: () => ({ LATCH_FAKE_STEPS: script, LATCH_FAKE_STDIN: join(folder, `${name}.jsonl`) }),
    fromRepository: () => Promise.resolve({ choice: 'none' as const }),
    enforcement: { enforcement: () => 'off', limits: () => Promise.reject(new Error('There is no sandbox to limit.')) },
    judge: () => ({
      verdict: { decision: 'ask', readOnly: false, always: true },
      risk: 'low',
      riskSentence: quoted(''),
      because: [],
    }),
    log,
    ...(waitFor ? { waitFor } : {}),
    address: () => door.address,
    reach: RemoteSession.reach,
    listener: {
      onCard(sessionId, card) {
        cards.set(card.toolCallId, card);
        views.send({ type: 'card', sessionId, content: card });
      },
      onTranscript: (sessionId, changes) => views.gather(sessionId, changes),
      onView: session => views.send({ type: 'session', session }),
    },
  });
  const window: Pick<Window, 'seen'> = { seen: { away: false, shown: true } };
  const views: OpenViews = new OpenViews({
    handlers: {
      async 'tool/confirm'(params) {
        const session = sessions.get(params.sessionId);
        if (!session || isElsewhere(session)) throw new Error('not here');
        const confirmed = session.confirm(params);
        if (!confirmed.ok) throw new Told(confirmed.reason);
        return { accepted: true };
      },
      async 'session/earlier'({ sessionId, before }) {
        const session = sessions.get(sessionId);
        if (!session) throw new Error('not here');
        return session.pageBefore(before);
      },
      async 'session/send'({ sessionId, text }) {
        const session = sessions.get(sessionId ?? '');
        if (!session) throw new Error('There is no such session.');
        await session.send(text);
        return { sessionId: session.id };
      },
      async 'session/letGo'({ sessionId, when }) {
        await window.seen.asked?.();
        if (window.seen.ends) {
          await sessions.endAll();
          door.dispose();
        }
        const status = sessions.get(sessionId)?.view.status ?? { state: 'ended' };
        const left = letsGo(when, status, window.seen);
        if (left) await sessions.end(sessionId);
        return { left, away: window.seen.away };
      },
    },
    listeners: { 'ui/painted': quiet, 'ui/drafting': quiet },
    snapshot: wanted => {
      const session = wanted === 'front' ? undefined : sessions.get(wanted.sessionId ?? '');
      return snapshotOf({
        sessions: session ? [session] : [],
        active: session,
        whole: true,
        decorated: card => card,
        review: undefined,
        rules: { revision: 0, problems: [], trustAll: [] },
        language: 'en',
        trusted: true,
        noFolder: false,
        windowFocused: true,
        elsewhere: [],
      });
    },
  });
  const door = new Door({ views, log, has: id => sessions.get(id) !== undefined });
  onTestFinished(async () => {
    await sessions.endAll();
    door.dispose();
  });
  return Object.assign(window, {
    sessions,
    door,
    cards,
    tell: (sessionId: string, changes: readonly TranscriptChange[]) => views.gather(sessionId, changes),
    close: async () => {
      await sessions.endAll();
      door.dispose();
    },
    end: async (sessionId: string) => {
      await sessions.end(sessionId);
      views.refresh();
    },
    vanish: () => door.dispose(),
  });
}

const stateOf = (window: Window): string | undefined => window.cards.get('a')?.state;
const answer = (session: OpenSession | undefined, confirmed: boolean): unknown =>
  session?.confirm({ sessionId: session.id, toolCallId: 'a', confirmed, revision: session.card('a')?.revision ?? 0 });

/** A window in which a card waits, and another one on the same folder. */
async function waiting(): Promise<{ first: Window; second: Window; session: Session }> {
  const first = openWindow('first', oneCall);
  const session = await first.sessions.create();
  await session.send('Go');
  await soon(() => expect(session.view.status.state).toBe('waiting_permission'));
  await session.savedJournal();
  return { first, second: openWindow('second', [user, init, turnEnd]), session };
}

test('a session that somebody uses in another window stays there', async () => {
  const { second, session } = await waiting();
  expect(await second.sessions.restoreLast(forEver, Date.now())).toBeUndefined();
  expect(session.view.status.state).toBe('waiting_permission');
});

test('a card that waits where nobody is any more waits here too, and is answered once, to the agent that asked', async () => {
  const { first, second, session } = await waiting();
  first.seen.away = true;
  const here = await second.sessions.restoreLast(forEver, Date.now());
  expect(here?.view).toMatchObject({ sessionId: session.id, elsewhere: true, status: { state: 'waiting_permission' } });
  expect(here?.transcript.map(item => item.kind)).toEqual(['user', 'call']);
  expect(here?.card('a')).toMatchObject({ state: 'waiting', input: call.input });
  expect(await answer(here, true)).toEqual({ ok: true });
  await soon(() => expect(stateOf(second)).toBe('done'));
  expect(answersTo('r1')).toBe(1);
});

test('a window that ends while it is asked to let go leaves its session to the one that asked', async () => {
  const { first, second, session } = await waiting();
  first.seen = { away: true, shown: false, ends: true };
  const here = await second.sessions.restoreLast(forEver, Date.now());
  expect([here?.id, here?.view.elsewhere]).toEqual([session.id, undefined]);
  await here?.send('More');
  await soon(() => expect(here?.view.status.state).toBe('idle'));
});

test('a window that stands still when it is asked to let go is not waited for without end', async () => {
  const { first, second, session } = await waiting();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let goesOn = (): void => {};
  const asked = new Promise<void>(resolve => {
    first.seen.asked = () => {
      resolve();
      return new Promise(then => {
        goesOn = then;
      });
    };
  });
  const opening = second.sessions.open(session.id);
  await asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await opening).toBeUndefined();
  vi.useRealTimers();
  goesOn();
  first.seen = { away: false, shown: true };
  expect((await second.sessions.open(session.id))?.view.elsewhere).toBe(true);
});

test('of two answers from two windows one counts, and the other one is refused with the reason', async () => {
  const { second, session } = await waiting();
  const here = await second.sessions.open(session.id);
  expect(answer(session, false)).toEqual({ ok: true });
  expect(await answer(here, true)).toMatchObject({ ok: false, reason: { template: expect.any(String) } });
  await soon(() => expect(answersTo('r1')).toBe(1));
  await session.end();
  expect(answersTo('r1')).toBe(1);
});

test('when nothing of it is under way any more it comes over, and goes on here', async () => {
  const { first, second, session } = await waiting();
  first.seen.away = true;
  await answer(await second.sessions.restoreLast(forEver, Date.now()), true);
  await soon(() => expect(second.sessions.get(session.id)?.view.elsewhere).toBeUndefined());
  expect(first.sessions.all).toEqual([]);
  expect(second.sessions.active?.card('a')?.state).toBe('done');
  await second.sessions.active?.send('More');
  await soon(() => expect(second.sessions.active?.view.status.state).toBe('idle'));
});

test('a message that is sent while it comes over is not lost, and begins no session where nobody is', async () => {
  const { first, second, session } = await waiting();
  first.seen.away = true;
  const here = await second.sessions.restoreLast(forEver, Date.now());
  await answer(here, true);
  // That window has ended it by then, and this one does not have it yet.
  await soon(() => expect(first.sessions.all).toEqual([]));
  if (here) await sendTo(second.sessions, here, 'Meanwhile');
  const own = second.sessions.get(session.id);
  expect(own?.view.elsewhere).toBeUndefined();
  await soon(() => expect(own?.transcript.filter(item => item.kind === 'user')).toHaveLength(2));
  expect(first.sessions.all).toEqual([]);
});

test('nor is one that is sent in the very moment in which it is asked for', async () => {
  const { first, second, session } = await waiting();
  first.seen.away = true;
  const here = await second.sessions.restoreLast(forEver, Date.now());
  if (!here) throw new Error('It is not shown.');
  await answer(here, true);
  // The window hears that nothing is under way any more, and asks for it at once.
  while (here.view.status.state !== 'idle') await new Promise(resolve => setImmediate(resolve));
  await sendTo(second.sessions, here, 'Meanwhile');
  await soon(() => expect(second.sessions.get(session.id)?.view.elsewhere).toBeUndefined());
  const said = second.sessions.get(session.id)?.transcript.filter(item => item.kind === 'user');
  expect(said).toHaveLength(2);
});

test('a window that ends leaves its session to the one that showed it, and says what became of the card', async () => {
  const { first, second, session } = await waiting();
  await second.sessions.open(session.id);
  await first.close();
  await soon(() => expect(second.sessions.get(session.id)?.view.elsewhere).toBeUndefined());
  expect(second.sessions.get(session.id)?.card('a')?.state).toBe('lost');
  expect(stateOf(second)).toBe('lost');
  expect(answersTo('r1')).toBe(0);
});

/** A session that rests in the first window, and that the second one shows. */
async function restingInTwo(): Promise<{ readonly first: Window; readonly session: Session; readonly second: Window }> {
  const first = openWindow('first', [user, init, turnEnd]);
  const session = await first.sessions.create();
  await session.send('Go');
  await soon(() => expect(session.view.status.state).toBe('idle'));
  const second = openWindow('second', [user, init, turnEnd]);
  expect((await second.sessions.open(session.id))?.view.elsewhere).toBe(true);
  return { first, session, second };
}

test('one that a person ends in the window that runs it goes on in the one that showed it', async () => {
  const { first, session, second } = await restingInTwo();
  await first.end(session.id);
  await soon(() => expect(second.sessions.get(session.id)?.view.elsewhere).toBeUndefined());
  const here = second.sessions.get(session.id);
  await here?.send('More');
  await soon(() => expect(here?.view.status.state).toBe('idle'));
  expect(here?.transcript.filter(item => item.kind === 'user')).toHaveLength(2);
});

test('where a person calls off reading its record it does not come over, and they are not asked again', async () => {
  const { journal } = await JournalFile.open(join(folder, 'journal', 'long.jsonl'));
  await journal.append([
    { type: 'session_started', sessionId: 'long', cliSessionId: 'long', cwd: folder, title: '' },
    ...Array.from({ length: 140 }, (_, id) => ({
      type: 'user_message' as const,
      id: `u${id}`,
      text: 'x'.repeat(64_000),
    })),
  ]);
  await journal.close();
  const first = openWindow('first', [user, init, turnEnd]);
  expect((await first.sessions.open('long'))?.id).toBe('long');
  let reads = 0;
  const second = openWindow('second', [user, init, turnEnd], async () => {
    reads += 1;
    throw new CalledOff();
  });
  await second.sessions.open('long');
  // Without its summary a long record is read from its begin.
  rmSync(join(folder, 'journal', 'long.summary.json'));
  mkdirSync(join(folder, 'journal', 'long.summary.json'));
  await first.close();
  await soon(() => expect(second.sessions.all).toEqual([]));
  expect(reads).toBe(1);
});

test('a person can have it here at once: what was under way there ends', async () => {
  const { first, second, session } = await waiting();
  const here = await second.sessions.open(session.id, 'now');
  expect(here?.view.elsewhere).toBeUndefined();
  expect(here?.card('a')?.state).toBe('lost');
  expect(first.sessions.all).toEqual([]);
});

test('one that rests and that nobody sees comes over as it is', async () => {
  const { first, session, second } = await restingInTwo();
  await second.sessions.endAll();
  expect(session.view.status.state).toBe('idle');
  first.seen.shown = false;
  const third = openWindow('second', [user, init, turnEnd]);
  expect((await third.sessions.open(session.id))?.view.elsewhere).toBeUndefined();
  expect(first.sessions.all).toEqual([]);
});

test('what a session is doing is seen in the other window, until it ends or its window is gone', async () => {
  const { first, second, session } = await waiting();
  const seen = async (state: string | undefined): Promise<void> =>
    soon(async () => expect((await second.sessions.elsewhere()).get(session.id)).toBe(state));
  await seen('waiting_permission');
  let told = 0;
  const end = new JournalFolder(join(folder, 'journal')).live.watch(() => (told += 1));
  onTestFinished(end);
  await answer(session, true);
  await seen('idle');
  await soon(() => expect(told).toBeGreaterThan(0));
  expect(await first.sessions.elsewhere()).toEqual(new Map());
  await session.end();
  await seen(undefined);
  // One that was killed leaves its word behind, and its lease says that nobody is there.
  const leases = join(folder, 'journal', 'leases');
  mkdirSync(join(leases, 'killed'));
  writeFileSync(join(leases, 'killed', 'token'), JSON.stringify({ ...identityOf(process.pid), pid: 2_147_483_646 }));
  writeFileSync(join(leases, 'killed.state'), 'running');
  expect(await second.sessions.elsewhere()).toEqual(new Map());
});

test('nobody is let in without the token of the lease', async () => {
  const { first, session } = await waiting();
  const door = new Door({ views: { join: () => expect.fail('was let in') }, log, has: () => true });
  onTestFinished(() => door.dispose());
  const address = await door.address;
  const wanted = { id: session.id, journal: '' };
  const listener = { onCard: quiet, onTranscript: quiet, onView: quiet, onOver: quiet };
  expect(
    await RemoteSession.reach({ socket: address?.socket ?? '', token: 'guess' }, wanted, listener),
  ).toBeUndefined();
  expect(await RemoteSession.reach({ socket: join(folder, 'none'), token: '' }, wanted, listener)).toBeUndefined();
  expect(first.sessions.all).toHaveLength(1);
});

test('a window that vanished in the middle of everything is not asked in vain for ever', async () => {
  const { first, second, session } = await waiting();
  first.seen.away = true;
  const here = await second.sessions.restoreLast(forEver, Date.now());
  first.vanish();
  await soon(() => expect(here && isElsewhere(here) && here.isOver).toBe(true));
  expect(await answer(here, true)).toMatchObject({ ok: false });
  await session.end();
  await soon(() => expect(second.sessions.get(session.id)?.view.elsewhere).toBeUndefined());
});

test('what opens by itself does not take the place of a session that was begun meanwhile', async () => {
  const { first, session } = await waiting();
  await first.close();
  const second = openWindow('second', [user, init, turnEnd]);
  const restoring = second.sessions.restoreLast(forEver, Date.now());
  const begun = await second.sessions.create();
  await restoring;
  await soon(() => expect(second.sessions.active).toBe(begun));
  expect(second.sessions.all.map(({ id }) => id)).not.toEqual([session.id]);
});

test('what lies before the end of a long session comes page by page, from the window that has it', async () => {
  const { journal } = await JournalFile.open(join(folder, 'journal', 'long.jsonl'));
  await journal.append([{ type: 'session_started', sessionId: 'long', cliSessionId: 'c', cwd: folder, title: 'Long' }]);
  for (let id = 0; id < 900; id += 30)
    await journal.append(
      Array.from({ length: 30 }, (_, at) => ({
        type: 'user_message' as const,
        id: `u${id + at}`,
        text: `${id + at} ${'x'.repeat(3000)}`,
      })),
    );
  await journal.close();
  const first = openWindow('first', []);
  const there = await first.sessions.open('long');
  const second = openWindow('second', []);
  const here = await second.sessions.open('long');
  if (!here || !there) throw new Error('It could not be opened.');
  expect(here.view).toMatchObject({ sessionId: 'long', elsewhere: true });
  expect(there.unread).toBeGreaterThan(200);
  expect(here.unread).toBe(there.unread);
  while (here.unread > 0) await here.pageBefore(here.transcript[0]?.id ?? '');
  expect(here.transcript.map(({ id }) => id)).toEqual(Array.from({ length: 900 }, (_, id) => `u${id}`));
});

test('what is shown from elsewhere is held by its end here too, and asked for again from before its first message', async () => {
  const { first, second, session } = await waiting();
  const here = await second.sessions.open(session.id);
  for (let at = 0; at < 1000; at += 1)
    first.tell(session.id, [{ type: 'put', item: { kind: 'user', id: `u${at}`, text: 'More' } }]);
  await soon(() => expect(here?.transcript.at(-1)?.id).toBe('u999'));
  expect(here?.transcript.length).toBeLessThanOrEqual(400);
  expect((here?.unread ?? 0) + (here?.transcript.length ?? 0)).toBe(1002);
  expect(here?.card('a')?.state).toBe('waiting');
  // The window that runs it was not told of these, so it has nothing before them.
  expect(await here?.pageBefore(here.transcript[0]?.id ?? '')).toMatchObject({ items: [], earlier: 0 });
});

test('a window that shows one session can ask for nothing of another one, and for nothing else', async () => {
  const { first, session } = await waiting();
  const other = await first.sessions.create();
  const address = await first.door.address;
  if (!address) throw new Error('There is no door.');
  const { connection, socket } = await linkTo(address.socket);
  onTestFinished(() => void socket.destroy());
  await connection.sendRequest('window/hello', { token: address.token, sessionId: session.id, version: 1 });
  const asks = (method: string, params: object): Promise<unknown> =>
    connection.sendRequest(method, params).catch((error: unknown) => String(error));
  const refused = expect.stringContaining('no such session');
  expect(await asks('session/send', { sessionId: other.id, text: 'Go' })).toEqual(refused);
  expect(await asks('session/send', { text: 'Go' })).toEqual(refused);
  expect(await asks('session/new', {})).toEqual(refused);
  expect(await asks('permissionRules/list', {})).toEqual(refused);
  const confirmation = { toolCallId: 'a', confirmed: false, revision: 1 };
  expect(await asks('tool/confirm', { ...confirmation, sessionId: other.id })).toEqual(refused);
  expect(await asks('tool/confirm', { ...confirmation, sessionId: session.id })).toEqual({ accepted: true });
});
