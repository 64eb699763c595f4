import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contributes } from '../../package.json';
import { root } from '../../scripts/lib/paths.mjs';
import { chooseFromPalette } from './harness/palette';
import { type Call, Person, question } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

/** What is different with one value of a setting and with another. */
interface Case {
  /** What is set, or what makes it once the workbench is there; without it, the default. */
  readonly values: readonly [unknown, unknown];
  /** What the agent wants to do, once with each value. */
  readonly calls?: readonly Call[];
  /** The setting counts from the next session on. */
  readonly inNewSession?: true;
  /** A setting of the person, not of the machine: a running window was not seen to take it from its file. */
  readonly inNewWindow?: true;
  /** Before the agent is asked. */
  readonly prepare?: (expected: unknown) => Promise<void>;
  /** `expected` is what it waits for, where that takes a while and nothing else says that it is done. */
  readonly observe: (expected: unknown) => Promise<unknown>;
  readonly expected: readonly [unknown, unknown];
}

let workbench: OpenedWorkbench;
const person = new Person(() => workbench);
const defaults: Readonly<Record<string, { readonly default: unknown }>> = Object.assign(
  {},
  ...contributes.configuration.map(group => group.properties),
);

const mkdir: Call = { tool: 'Bash', id: 'bash', input: { command: 'mkdir never' } };
/** One call of each kind that can be skipped. */
const kinds: readonly Call[] = [
  { tool: 'Write', id: 'edit', input: { file_path: '$WORKSPACE/docs/settings.md', content: 'x' } },
  mkdir,
  { tool: 'Skill', id: 'skill', input: { skill: 'release-notes' } },
  { tool: 'mcp__toy__close_ticket', id: 'mcp', input: { number: 1, comment: 'x' } },
];
/** What the person says in every turn. */
const request = 'Do as the setting says.';
/** Questions that come together are told together; what is not to be told is not told by then. */
const longerThanGathered = 1500;
/** The number of the turn: every call has an id of its own. */
let turn = 0;
const idOf = (id: string): string => `toolu_${turn}_${id}`;
const stateOf = (id: string): Promise<string | null> => person.call(idOf(id)).getAttribute('data-state');
const waits = (id: string): Locator => person.card(idOf(id));

async function hasCountdown(id: string): Promise<boolean> {
  await waits(id).waitFor();
  return (await waits(id).locator('.countdown').count()) > 0;
}

/** How often the model was asked for its next turn. */
const asked = (): number => workbench.requests().filter(({ speaker }) => speaker === 'main').length;

/** Every turn ends with a question, which always waits. */
async function isAsked(): Promise<void> {
  await workbench.latch
    .locator(`[data-call-id="${idOf('question')}"][data-state="waiting"]`)
    .first()
    .waitFor();
}

/** The kinds of calls of this turn that wait. */
async function waitingKinds(): Promise<readonly string[]> {
  await isAsked();
  const found = await Promise.all(kinds.map(async ({ id }) => ((await stateOf(id)) === 'waiting' ? [id] : [])));
  return found.flat();
}

function skip(id: string): Case {
  const all = ['edit', 'bash', 'skill', 'mcp'];
  return {
    values: [undefined, true],
    calls: kinds,
    observe: waitingKinds,
    expected: [all, all.filter(kind => kind !== id)],
  };
}

/**
 * Loads the window again, and waits until it shows the session that it had. That comes last, after the journals were
 * looked through, and takes its time: the window that was here has to let go of it first. A session that is begun
 * before it would not stay in front.
 */
async function openAnew(): Promise<void> {
  await workbench.page.reload();
  await workbench.latch.getByText(request, { exact: true }).last().waitFor({ timeout: 60_000 });
  await workbench.latch.getByText('In another window').waitFor({ state: 'detached', timeout: 60_000 });
}

/** Whether the journals of two other sessions outlive a start: an old one and a big one. */
async function keptJournals(): Promise<readonly boolean[]> {
  const folder = join(dirname(workbench.workspace), 'workbench', 'User', 'globalStorage', 'latch.latch', 'journal');
  const lines = (cwd: string, text: string): string =>
    [
      { type: 'session_started', sessionId: 'x', cliSessionId: 'x', cwd, title: 'Kept' },
      { type: 'notice', level: 'info', text },
    ]
      .map((record, at) => JSON.stringify({ v: 1, seq: at + 1, at: '', prev: '', hash: '', record }))
      .join('\n');
  const files = ['old', 'big'].map(name => join(folder, `${name}.jsonl`));
  const [old = '', big = ''] = files;
  writeFileSync(old, `${lines('/elsewhere', 'old')}\n`);
  writeFileSync(big, `${lines('/elsewhere', 'x'.repeat(2 * 1024 * 1024))}\n`);
  const longAgo = Date.now() / 1000 - 100 * 24 * 3600;
  utimesSync(old, longAgo, longAgo);
  await openAnew();
  return files.map(file => existsSync(file));
}

const keptByDefault = [false, true];
let seenByDefault: Promise<readonly boolean[]> | undefined;

/** The same; two settings change it, and what is so without them is looked at once. */
function keptWith(expected: unknown): Promise<readonly boolean[]> {
  return expected === keptByDefault ? (seenByDefault ??= keptJournals()) : keptJournals();
}

/** What there is when all that came together was told; what is expected may come later on a machine that is busy. */
async function settled(look: () => Promise<unknown>, expected: unknown): Promise<unknown> {
  await workbench.page.waitForTimeout(longerThanGathered);
  await expect.poll(look).toBe(expected);
  return look();
}

const composer = (): Locator => workbench.latch.getByRole('textbox', { name: /^Message / });

/** What Enter makes of an empty message. */
async function enterAlone(): Promise<string> {
  await composer().fill('');
  await composer().press('Enter');
  return composer().inputValue();
}

/** Whether what is typed into a file is on the disk once a message was sent that mentions it. */
async function typedIsOnDisk(expected: unknown): Promise<boolean> {
  const { page, workspace } = workbench;
  const file = join(workspace, 'typed.txt');
  const typed = `typed-${String(expected)}`;
  await person.newSession();
  if (!existsSync(file)) {
    writeFileSync(file, 'on the disk\n');
    await chooseFromPalette(page, 'typed.txt', /typed\.txt/);
  }
  await page.locator('.editor-instance .view-line', { hasText: 'on the disk' }).click();
  await page.keyboard.type(typed);
  await page.locator('.tab.dirty', { hasText: 'typed.txt' }).waitFor();
  await person.send(`${typed}: look at @typed.txt now, please`);
  const isSent = (): boolean =>
    workbench.requests().some(({ body }) => JSON.stringify(body).includes(`${typed}: look`));
  await expect.poll(isSent, { timeout: 30_000 }).toBe(true);
  return readFileSync(file, 'utf8').includes(typed);
}

/** How many rules of an open file say behind them what they mean. */
async function ruleHints(expected: unknown): Promise<unknown> {
  const { home, page } = workbench;
  mkdirSync(join(home, '.latch'), { recursive: true });
  writeFileSync(
    join(home, '.latch', 'rules.json'),
    '{ "rules": [{ "action": "deny", "pattern": "Read(./never.txt)" }] }',
  );
  await person.run('Latch: Open User Rules');
  const editor = page.locator('.editor-instance');
  // Above each rule stands what the same server says of it.
  await editor.locator('.codelens-decoration a').first().waitFor();
  return settled(() => editor.getByText('reading ./never.txt').count(), expected);
}

/** An agent that says hello, as the setting names it. */
function otherAgent(): readonly object[] {
  const folder = dirname(workbench.workspace);
  const [steps, got] = [join(folder, 'steps.json'), join(folder, 'got.jsonl')];
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'The other one says hello.' } };
  writeFileSync(steps, JSON.stringify([{ update }]));
  const args = [join(root, 'test/fakes/strangeAgent.mjs')];
  const env = { LATCH_STRANGE_STEPS: steps, LATCH_STRANGE_GOT: got };
  return [{ name: 'The other one', command: process.execPath, args, env }];
}

/** Whether the agent of the setting is offered; it is begun with then, and answers. */
async function otherAgentIsOffered(): Promise<boolean> {
  await person.run('Latch: New Session with Agent…');
  await person.option('Set up another agent…').waitFor();
  if ((await person.option('The other one').count()) === 0) {
    await workbench.page.keyboard.press('Escape');
    return false;
  }
  await person.choose('The other one');
  await workbench.latch.getByTitle('Model: The other one').waitFor();
  await person.send('Say hello');
  await person.reads('The other one says hello.');
  return true;
}

/** Runs in the page of the chat: says on it how many tones were played. */
function countTones(body: HTMLElement | SVGElement): void {
  window.OscillatorNode = class extends OscillatorNode {
    override start(when?: number): void {
      body.dataset['tones'] = String(Number(body.dataset['tones'] ?? 0) + 1);
      super.start(when);
    }
  };
}

const cases: Readonly<Record<string, Case>> = {
  'latch.claude.environment': {
    values: [undefined, { LATCH_MODEL_NAME: 'Another name' }],
    inNewSession: true,
    // The agent starts with the first message, and says then what it answers with.
    calls: [],
    observe: () => workbench.latch.getByTitle(/^Model: .*, Opus 5\.5,/).innerText(),
    expected: ['Scripted model · Opus 5.5', 'Another name · Opus 5.5'],
  },
  'latch.enforcement': {
    values: [undefined, 'off'],
    inNewSession: true,
    calls: [mkdir],
    observe: async () => {
      await waits('bash').waitFor();
      return workbench.latch.locator('.shield').getAttribute('aria-label');
    },
    expected: ['Commands are held by the kernel', 'Commands are held by reading alone'],
  },
  'latch.excludedCommands': {
    values: [undefined, ['mkdir']],
    inNewSession: true,
    calls: [mkdir],
    observe: async () => {
      await waits('bash').waitFor();
      return waits('bash').getByText('because it names mkdir, which latch.excludedCommands lets out').count();
    },
    expected: [0, 1],
  },
  'latch.askAbout': {
    values: [undefined, 'leaving'],
    inNewSession: true,
    calls: [mkdir],
    observe: async expected => {
      await (expected === 'waiting' ? waits('bash').waitFor() : isAsked());
      return stateOf('bash');
    },
    expected: ['waiting', 'decided'],
  },
  'latch.gate': {
    values: [undefined, 'off'],
    inNewSession: true,
    calls: [{ tool: 'Read', id: 'read', input: { file_path: '$WORKSPACE/README.md' } }, mkdir],
    observe: async expected => {
      await waits('bash').waitFor();
      return settled(() => stateOf('read'), expected);
    },
    expected: ['decided', 'done'],
  },
  'latch.mediation': {
    values: [undefined, 'native'],
    inNewSession: true,
    // The settings of the agent allow all of npm, and ours ask all the same before it changes settings for good.
    calls: [{ tool: 'Bash', id: 'bash', input: { command: 'npm config set fund false' } }],
    observe: async expected => {
      await isAsked();
      const waiting = workbench.latch.locator(`[data-call-id="${idOf('bash')}"][data-state="waiting"]`).first();
      if (expected === true) await waiting.waitFor();
      return (await waiting.count()) > 0;
    },
    expected: [true, false],
  },
  'latch.timeLimit.calls': {
    values: [undefined, 0],
    // And out of the session of the settings above.
    inNewSession: true,
    calls: [mkdir],
    observe: () => hasCountdown('bash'),
    expected: [true, false],
  },
  'latch.timeLimit.questions': {
    values: [undefined, 5],
    calls: [],
    observe: () => hasCountdown('question'),
    expected: [false, true],
  },
  'latch.skip.fileEdits': skip('edit'),
  'latch.skip.bash': skip('bash'),
  'latch.skip.skills': skip('skill'),
  'latch.skip.mcp': skip('mcp'),
  'latch.toolDefaults': {
    values: [undefined, { Bash: 'deny' }],
    calls: [mkdir],
    observe: async () => {
      await isAsked();
      return stateOf('bash');
    },
    expected: ['waiting', 'denied'],
  },
  'latch.store': {
    values: [undefined, 'memory'],
    calls: [{ tool: 'Bash', id: 'bash', input: { command: 'mkdir own' } }],
    prepare: async () => {
      mkdirSync(join(workbench.home, '.latch'), { recursive: true });
      const rules = [{ action: 'deny', pattern: 'Bash(mkdir own)' }];
      writeFileSync(join(workbench.home, '.latch', 'rules.json'), JSON.stringify({ version: 1, rules }));
    },
    observe: async () => {
      await isAsked();
      return stateOf('bash');
    },
    expected: ['denied', 'waiting'],
  },
  'latch.notifications': {
    values: [undefined, 'never'],
    calls: [],
    // It takes a moment to start, in which the chat goes out of sight: what is seen when it comes is told by nothing else.
    inNewSession: true,
    inNewWindow: true,
    observe: async expected => {
      const { page } = workbench;
      const toasts = page.locator('.notifications-toasts').getByText('Claude asks: Which colour?');
      await page.getByRole('tab', { name: /^Explorer/ }).click();
      try {
        await page.locator('.statusbar').getByText('Latch: 1 waiting').waitFor();
        return await settled(() => toasts.count(), expected);
      } finally {
        await page.getByRole('tab', { name: /^Latch/ }).click();
      }
    },
    expected: [1, 0],
  },
  'latch.attention.sound': {
    values: [undefined, 'always'],
    calls: [],
    inNewWindow: true,
    prepare: () => workbench.latch.locator('body').evaluate(countTones),
    observe: async expected => {
      await isAsked();
      return settled(() => workbench.latch.locator('body').getAttribute('data-tones'), expected);
    },
    expected: [null, '1'],
  },
  'latch.chat.sendWith': {
    values: [undefined, 'ctrlEnter'],
    calls: [],
    // Where nothing is written, Enter sends nothing: it says by itself when the page knows of the setting.
    prepare: expected => expect.poll(enterAlone).toBe(expected === '' ? '' : '\n'),
    observe: async () => {
      await expect.poll(() => composer().inputValue()).not.toBe(request);
      const left = await composer().inputValue();
      if (left !== '') await composer().press('Control+Enter');
      await isAsked();
      return left;
    },
    expected: ['', `${request}\n`],
  },
  'latch.journal.keepDays': {
    values: [undefined, 0],
    observe: keptWith,
    expected: [keptByDefault, [true, true]],
  },
  'latch.journal.keepMegabytes': {
    values: [undefined, 1],
    observe: keptWith,
    expected: [keptByDefault, [false, false]],
  },
  'latch.claude.path': {
    values: [undefined, '/nowhere/claude'],
    observe: async () => {
      await person.newSession();
      await person.send('Say something');
      await workbench.latch
        .getByText(/Nothing to do|Claude Code was not found/)
        .last()
        .waitFor();
      return workbench.latch.getByRole('button', { name: 'Set path to Claude' }).count();
    },
    expected: [0, 1],
  },
  'latch.chat.saveBeforeUse': {
    values: [undefined, false],
    observe: typedIsOnDisk,
    expected: [true, false],
  },
  'latch.rules.inlayHints': {
    values: [undefined, true],
    observe: ruleHints,
    expected: [0, 1],
  },
  // The last one: the session in front is not one with Claude any more.
  'latch.agents': {
    values: [undefined, otherAgent],
    observe: otherAgentIsOffered,
    expected: [false, true],
  },
};

const settings = Object.entries(cases);
/** Tried where there is a database of a team: rulesPanel.test.ts. */
const ofTeams = ['latch.team.allowsForHours', 'latch.team.record', 'latch.user'];

function withId({ tool, input }: Call, id: string): Call {
  return { tool, input, id };
}

/** The calls of every turn, with ids that are used once. */
const turns = settings
  .flatMap(([, { calls }]) => [calls, calls])
  .map((calls, at) => calls && [...calls, question('question')].map(call => withId(call, `toolu_${at + 1}_${call.id}`)))
  .filter(calls => calls !== undefined);

describe('every setting changes what happens', () => {
  beforeAll(async () => {
    const hello = [{ text: 'Nothing to do.' }];
    workbench = await openWorkbench({
      settings: { 'files.autoSave': 'off' },
      scenario: { turns: [...turns, hello] },
    });
    const ofClaude = { permissions: { allow: ['Bash(npm:*)'] } };
    writeFileSync(join(dirname(workbench.workspace), 'claude-home', 'settings.json'), JSON.stringify(ofClaude));
  });
  afterAll(async () => {
    await workbench.screenshot('settings-end');
    await workbench.close();
  });

  test('every setting of the manifest is tried here', () => {
    const tried = settings.map(([setting]) => setting);
    expect([...tried, ...ofTeams].toSorted()).toEqual(Object.keys(defaults).toSorted());
  });

  async function tryOnce(
    setting: string,
    { calls, inNewSession, inNewWindow, prepare, observe }: Case,
    value: unknown,
    expected: unknown,
  ): Promise<unknown> {
    turn += 1;
    await workbench.set({ [setting]: value });
    if (inNewWindow && value !== defaults[setting]?.default) await openAnew();
    if (inNewSession) await person.newSession();
    if (calls === undefined) return observe(expected);
    await prepare?.(expected);
    const before = asked();
    await person.send(request);
    const observed = await observe(expected);
    // Some is seen before the model is asked. What is stopped by then leaves the answer of this turn to the next one.
    await expect.poll(asked).toBeGreaterThan(before);
    await workbench.latch.getByRole('button', { name: 'Stop', exact: true }).click();
    await workbench.latch.getByRole('status').getByText('Idle').waitFor();
    return observed;
  }

  test.each(settings)('%s', async (setting, tried) => {
    const [first, second] = tried.values;
    const before = workbench.settings()[setting] ?? defaults[setting]?.default;
    const valueOf = (value: unknown): unknown => {
      if (typeof value === 'function') return value();
      return isObject(value) && isObject(before) ? { ...before, ...value } : value;
    };
    try {
      expect([
        await tryOnce(setting, tried, valueOf(first ?? before), tried.expected[0]),
        await tryOnce(setting, tried, valueOf(second), tried.expected[1]),
      ]).toEqual(tried.expected);
    } finally {
      await workbench.set({ [setting]: before });
    }
  });
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
