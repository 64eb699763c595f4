import { quoted } from '../../src/core/texts/sentence';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { pinnedCli } from '../../scripts/lib/paths.mjs';
import { scriptedEnv } from '../../scripts/lib/scriptedEnv.mjs';
import { makeClaudeHome } from '../../scripts/lib/workspace.mjs';
import type { Clock } from '../../src/core/base/clock';
import type { Card } from '../../src/core/card/card';
import type { GateMode, Mediation } from '../../src/core/gate/state';
import type { Judge } from '../../src/core/call/judgement';
import { isBookkeeping } from '../../src/core/rules/tables/bookkeeping';
import type { JournalLine } from '../../src/core/journal/journal';
import { readChain } from '../fakes/journalText';
import type { Asking, Enforcement, SessionLimits } from '../../src/core/session/enforcement';
import type { RepositoryChoice } from '../../src/core/session/repository';
import type { ConfirmOptions } from '../../src/core/card/confirm';
import type { AcpAgent } from '../../src/core/session/acpAgent';
import type { SessionView } from '../../src/core/session/view';
import type { PermissionMode } from '../../src/core/call/mode';
import type { TranscriptItem } from '../../src/core/transcript/items';
import type { Session } from '../../src/session/session';
import { isElsewhere } from '../../src/session/openSession';
import { Sessions } from '../../src/session/sessions';
import type { SessionsOptions } from '../../src/session/sessionsOptions';
import { ClaudeSessions } from '../../src/stores/claudeSessions';
import { instructionsOf } from '../../src/stores/instructions';
import { JournalFolder } from '../../src/stores/journalFolder';
import { sha256 } from '../../src/stores/sha256';
import { parseScenario } from '../fakes/scenario.mjs';
import { type ScriptedModel, startScriptedModel } from '../fakes/scriptedModel.mjs';
import { toolResultsIn } from '../fakes/toolResults';

/** The real CLI with a scripted model behind it and a person in front of it, without an editor. */
export interface Stage {
  readonly session: Session;
  readonly sessions: Sessions;
  readonly workspace: string;
  readonly model: ScriptedModel;
  readonly views: readonly SessionView[];
  /** The latest card of every call, by id. */
  readonly cards: ReadonlyMap<string, Card>;
  /** Every state a card went through, oldest first: `toolu_1 waiting`. */
  readonly history: readonly string[];
  readonly transcript: readonly TranscriptItem[];
  readonly log: readonly string[];
  journal(): Promise<readonly JournalLine[]>;
  readonly journalPath: string;
  /** Where Claude Code keeps its own settings, plans and conversations. */
  readonly home: string;
  send(text?: string, session?: Session): Promise<void>;
  card(toolCallId: string, state: Card['state']): Promise<Card>;
  /** Waits for Claude Code itself to hold this call: only its ask gives the card a title. */
  asked(toolCallId: string): Promise<Card>;
  /** Waits for the session to be idle after at least one turn. */
  idle(session?: Session): Promise<void>;
  until(what: string, condition: () => boolean, withinMs?: number): Promise<void>;
  allow(toolCallId: string, options?: ConfirmOptions): void;
  deny(toolCallId: string, options?: ConfirmOptions): void;
  /** The tool results that the model has been given, by call. */
  toolResults(): Record<string, string>;
  /** The conversation as the model was given it last. */
  lastRequest(): string;
  /** Another window of the same folder, as it is before it has anything. */
  nextWindow(): Sessions;
  /** Ends everything, which the end of the test does too. */
  close(): Promise<void>;
}

export interface StageOptions {
  readonly cli?: string;
  /** An agent over ACP, with which the session is. */
  readonly acp?: (workspace: string, environment: Readonly<Record<string, string>>) => AcpAgent;
  /** Other agents that sessions can be made with. */
  readonly others?: readonly NonNullable<StageOptions['acp']>[];
  readonly turns: readonly unknown[];
  /** How long anything that is waited for may take. */
  readonly patienceMs?: number;
  readonly agents?: Readonly<Record<string, readonly unknown[]>>;
  readonly judge?: Judge;
  readonly beforeRun?: NonNullable<SessionsOptions['beforeRun']>;
  readonly gate?: GateMode;
  readonly mediation?: Mediation;
  readonly timeLimit?: (kind: Card['kind']) => number;
  readonly journalFolder?: string;
  readonly sealing?: NonNullable<SessionsOptions['sealing']>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The permission mode that Claude Code starts in. */
  readonly mode?: PermissionMode;
  /** What the agent may take, or what decides that at each start. */
  readonly fromRepository?: RepositoryChoice | ((workspace: string) => Promise<RepositoryChoice>);
  readonly clock?: Clock;
  readonly enforcement?: Enforcement;
  readonly askAbout?: Asking;
  /** The commands that run outside of the sandbox. */
  readonly excluded?: readonly string[];
  /** When the window that had a session counts as one that does not answer, and how that is said. */
  readonly held?: Pick<SessionsOptions, 'handOverMs' | 'onHeld'>;
  readonly limits?: (workspace: string, home: string, opened: readonly string[]) => Promise<SessionLimits>;
  /** Sees every card, and may fail. */
  readonly onCard?: (card: Card, stage: Pick<Stage, 'allow' | 'model'>) => void;
  /** The others that watch, and may fail too. */
  readonly onTranscript?: () => void;
  readonly onView?: () => void;
  readonly onLog?: () => void;
  /** Makes files before the agent starts. */
  readonly prepare?: (workspace: string, home: string) => void;
}

const noLimits: SessionLimits = {
  kernel: { denyRead: [], denyWrite: [], allowWrite: [], deniedHosts: [] },
  failures: [],
  reads: [],
  writes: [],
};

const askForEverything: Judge = ({ tool }) => ({
  verdict: isBookkeeping(tool) ? { decision: 'pass' } : { decision: 'ask', readOnly: false, always: true },
  risk: 'medium',
  riskSentence: quoted(''),
  because: [],
});

export async function openStage(options: StageOptions): Promise<Stage> {
  const root = mkdtempSync(join(tmpdir(), 'latch-contract-'));
  const workspace = mkdtempSync(join(root, 'workspace-'));
  const home = join(root, 'home');
  makeClaudeHome(home, workspace);
  mkdirSync(join(root, 'person'));
  options.prepare?.(workspace, home);
  const scenario = parseScenario({ turns: options.turns, ...(options.agents ? { agents: options.agents } : {}) });
  const model = await startScriptedModel({ scenario, workspace, paceMs: 1 });
  const views: SessionView[] = [];
  const cards = new Map<string, Card>();
  const history: string[] = [];
  const log: string[] = [];
  const note = (text: string): void => {
    log.push(text);
    options.onLog?.();
  };
  const environment = (): Record<string, string> => ({
    ...scriptedEnv(model.url, home),
    DISABLE_AUTOUPDATER: '1',
    // Claude starts the shell with what the person starts theirs with, and that may print or write anything.
    HOME: join(root, 'person'),
    ...options.environment,
  });
  const windowOptions: SessionsOptions = {
    journals: new JournalFolder(options.journalFolder ?? join(root, 'journal')),
    ...(options.sealing ? { sealing: options.sealing } : {}),
    workspace: [workspace],
    cwd: () => workspace,
    gate: () => options.gate ?? 'strict',
    mediation: () => options.mediation ?? 'full',
    timeLimit: options.timeLimit ?? (() => 0),
    claudePath: () => options.cli ?? pinnedCli(),
    environment,
    fromRepository: async () => {
      const given = options.fromRepository ?? 'none';
      const choice = typeof given === 'string' ? given : await given(workspace);
      const instructions = choice === 'instructions' ? await instructionsOf(workspace) : undefined;
      return { choice, ...(instructions === undefined ? {} : { instructions }) };
    },
    mode: () => options.mode,
    claude: new ClaudeSessions(() => home),
    agents: () => [options.acp ?? [], options.others ?? []].flat().map(agent => agent(workspace, environment())),
    ...(options.clock ? { clock: options.clock } : {}),
    judge: options.judge ?? askForEverything,
    ...(options.beforeRun ? { beforeRun: options.beforeRun } : {}),
    ...options.held,
    log: { info: note, warn: note, error: note },
    enforcement: {
      enforcement: () => options.enforcement ?? 'off',
      askAbout: () => options.askAbout ?? 'everything',
      excluded: () => options.excluded ?? [],
      limits: (_id, _path, opened) => options.limits?.(workspace, home, opened) ?? Promise.resolve(noLimits),
    },
    listener: {
      onCard(_, card) {
        cards.set(card.toolCallId, card);
        const entry = `${card.toolCallId} ${card.state}`;
        if (!history.includes(entry)) history.push(entry);
        options.onCard?.(card, { allow: (id, more) => confirm(id, true, more), model });
      },
      onTranscript: () => options.onTranscript?.(),
      onView(view) {
        views.push(view);
        options.onView?.();
      },
    },
  };
  const sessions = new Sessions(windowOptions);
  const windows = [sessions];
  const session = await sessions.create(options.acp?.(workspace, {}).name);
  const until: Stage['until'] = async (what, condition, withinMs = options.patienceMs ?? 50_000) => {
    const end = performance.now() + withinMs;
    while (!condition()) {
      if (performance.now() > end)
        throw new Error(`Waited for ${what} in vain.\n${history.join('\n')}\n${log.slice(-15).join('\n')}`);
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  };
  const confirm = (toolCallId: string, confirmed: boolean, more?: ConfirmOptions): void => {
    const card = cards.get(toolCallId);
    if (!card) throw new Error(`There is no card for ${toolCallId}.`);
    const owner = sessions.get(card.sessionId);
    if (!owner || isElsewhere(owner)) throw new Error(`${card.sessionId} is not a session of this window.`);
    const taken = owner.confirm({
      sessionId: card.sessionId,
      toolCallId,
      confirmed,
      revision: card.revision,
      ...(more ? { options: more } : {}),
    });
    if (!taken.ok) throw new Error(taken.reason.text);
  };
  const card: Stage['card'] = async (toolCallId, state) => {
    await until(`${toolCallId} to be ${state}`, () => cards.get(toolCallId)?.state === state);
    const found = cards.get(toolCallId);
    if (!found) throw new Error('The card is gone.');
    return found;
  };
  const stage: Stage = {
    session,
    sessions,
    workspace,
    model,
    views,
    cards,
    history,
    get transcript() {
      return session.transcript;
    },
    journalPath: await session.savedJournal(),
    journal: async () => readChain(readFileSync(await session.savedJournal(), 'utf8'), sha256).lines,
    home,
    log,
    async send(text = 'Go', to = session) {
      const turns = views.length;
      await to.send(text);
      await until('the turn to start', () =>
        views.slice(turns).some(view => view.sessionId === to.id && view.status.state === 'running'),
      );
    },
    card,
    async asked(toolCallId) {
      await until(`${toolCallId} to be asked`, () => cards.get(toolCallId)?.details.title !== undefined);
      return card(toolCallId, 'waiting');
    },
    idle: (of = session) => until('the turn to end', () => of.view.status.state === 'idle'),
    until,
    allow: (toolCallId, more) => confirm(toolCallId, true, more),
    deny: (toolCallId, more) => confirm(toolCallId, false, more),
    toolResults: () => toolResultsIn(model.requests),
    lastRequest: () => JSON.stringify(model.requests.findLast(request => request.speaker === 'main')?.body['messages']),
    nextWindow() {
      const next = new Sessions(windowOptions);
      windows.push(next);
      return next;
    },
    async close() {
      for (const window of windows) await window.endAll();
      await model.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  onTestFinished(() => stage.close());
  return stage;
}
