// How long a question takes to be seen, and an answer to arrive, in a real workbench: node bench/workbench.mjs
// All times are of one clock on one machine. Next to them stands the same exchange without any page, in the same run.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { parseScenario } from '../test/fakes/scenario.mjs';
import { browserFlags, ensureBrowser } from '../scripts/lib/browser.mjs';
import { prepareExtensions } from '../scripts/lib/extensions.mjs';
import { root } from '../scripts/lib/paths.mjs';
import { clearRunDir, newRunDir } from '../scripts/lib/runDir.mjs';
import { openStage } from '../scripts/lib/stage.mjs';
import { provision } from '../scripts/provision.mjs';

const asks = 30;
const folder = mkdtempSync(join(tmpdir(), 'latch-bench-'));
const agent = join(root, 'bench', 'syntheticAgent.mjs');
chmodSync(agent, 0o755);

for (const deltas of [0, 2000]) {
  const times = await inWorkbench(deltas);
  report(deltas > 0 ? 'paintedBehind' : 'painted', times.painted);
  if (deltas === 0) report('arrived', times.arrived);
  if (deltas === 0) report('made', times.made);
  report(deltas > 0 ? 'answeredBehind' : 'answered', times.answered);
  report(deltas > 0 ? 'shownBehind' : 'shown', times.shown);
}
report('headless', withoutPage());

/** @param {number} deltas */
async function inWorkbench(deltas) {
  const file = join(folder, `times-${deltas}.jsonl`);
  const workbench = await provision();
  const runDir = newRunDir();
  const extensionsDir = join(runDir, 'extensions');
  await prepareExtensions(workbench, extensionsDir);
  const stage = await openStage({
    workbench,
    extensionsDir,
    runDir,
    scenario: parseScenario({ turns: [] }),
    settings: {
      'latch.claude.path': agent,
      'latch.claude.environment': {
        BENCH_FILE: file,
        BENCH_ASKS: String(asks),
        BENCH_DELTAS: String(deltas),
        BENCH_PAUSE: '50',
      },
    },
  });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserFlags });
  const arrived = new Map();
  const made = new Map();
  const painted = new Map();
  const clicked = new Map();
  const shown = new Map();
  try {
    const page = await browser.newPage();
    const noted = {
      benchArrived: arrived,
      benchMade: made,
      benchPainted: painted,
      benchClicked: clicked,
      benchShown: shown,
    };
    for (const [name, times] of Object.entries(noted))
      await page.exposeFunction(name, (/** @type {string} */ id, /** @type {number} */ at) => times.set(id, at));
    await page.goto(stage.url);
    const latch = page
      .frameLocator('iframe.webview[src*="extensionId=latch.latch"]')
      .first()
      .frameLocator('iframe#active-frame');
    await latch.getByRole('textbox', { name: 'Message Claude' }).waitFor({ timeout: 60_000 });
    await latch.locator('body').evaluate(watch);
    await latch.getByRole('textbox', { name: 'Message Claude' }).fill('Go');
    await page.keyboard.press('Enter');
    for (let count = 1; count <= asks; count += 1) {
      const card = latch.locator(`[data-testid="card"][data-call-id="toolu_${count}"][data-state="waiting"]`);
      await card.waitFor({ timeout: 30_000 });
      // A card takes no click in its first half second.
      await page.waitForTimeout(650);
      await card.getByRole('button', { name: 'Allow once' }).click();
    }
    await page.waitForTimeout(500);
  } finally {
    await browser.close();
    await stage.stop();
    clearRunDir(runDir);
  }
  const seen = readTimes(file);
  return {
    arrived: [...arrived].map(([id, at]) => at - (seen.get(id)?.asked ?? Number.NaN)),
    made: [...made].map(([id, at]) => at - (arrived.get(id) ?? Number.NaN)),
    painted: [...painted].map(([id, at]) => at - (seen.get(id)?.asked ?? Number.NaN)),
    answered: [...clicked].map(([id, at]) => (seen.get(id)?.answered ?? Number.NaN) - at),
    shown: [...clicked].map(([id, at]) => (shown.get(id) ?? Number.NaN) - at),
  };
}

/** Runs in the page: notes when a card came, when it was made and in which frame drawn, every click on one, and when it shows as decided. */
function watch() {
  const now = () => performance.timeOrigin + performance.now();
  const come = new Set();
  const known = new Set();
  const decided = new Set();
  const look = () => {
    for (const card of document.querySelectorAll('[data-testid="card"][data-state="waiting"]')) {
      const id = card.getAttribute('data-call-id') ?? '';
      if (known.has(id)) continue;
      known.add(id);
      globalThis['benchMade'](id, now());
      requestAnimationFrame(() => setTimeout(() => globalThis['benchPainted'](id, now()), 0));
    }
    for (const card of document.querySelectorAll('[data-testid="card"]:not([data-state="waiting"])')) {
      const id = card.getAttribute('data-call-id') ?? '';
      if (!known.has(id) || decided.has(id)) continue;
      decided.add(id);
      globalThis['benchShown'](id, now());
    }
  };
  window.addEventListener('message', ({ data }) => {
    const text = JSON.stringify(data);
    const [id] = /\btoolu_\d+/.exec(text) ?? [];
    if (id === undefined || come.has(id) || !text.includes('"waiting"')) return;
    come.add(id);
    globalThis['benchArrived'](id, now());
  });
  new MutationObserver(look).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-state'],
  });
  document.addEventListener(
    'click',
    event => {
      const card = event.target instanceof Element ? event.target.closest('[data-testid="card"]') : null;
      if (card && event.target instanceof Element && event.target.closest('button'))
        globalThis['benchClicked'](card.getAttribute('data-call-id') ?? '', now());
    },
    true,
  );
}

function withoutPage() {
  const file = join(folder, 'times-headless.jsonl');
  const rules = join(folder, 'rules.json');
  writeFileSync(rules, '{"version":1,"rules":[{"action":"allow","pattern":"Bash(make:*)"}]}');
  if (!existsSync(join(root, 'dist', 'latch.js'))) throw new Error('Build first: npm run build');
  const env = { ...process.env, BENCH_FILE: file, BENCH_ASKS: '200' };
  spawnSync(
    process.execPath,
    [
      join(root, 'dist', 'latch.js'),
      'run',
      '--quiet',
      '--claude',
      agent,
      '--rules',
      rules,
      '--folder',
      folder,
      '--journal',
      join(folder, 'journal'),
      '--',
      'Go',
    ],
    { env, stdio: 'ignore' },
  );
  return [...readTimes(file).values()].slice(5).map(({ asked, answered }) => answered - asked);
}

/** @param {string} file @returns {Map<string, { asked: number, answered: number }>} */
function readTimes(file) {
  const times = new Map();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const entry = JSON.parse(line);
    times.set(entry.id, { ...times.get(entry.id), ...entry });
  }
  return times;
}

/** @param {string} what @param {number[]} values */
function report(what, values) {
  const sorted = values.filter(Number.isFinite).toSorted((one, other) => one - other);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1) ?? '-';
  for (const share of [0.5, 0.95])
    appendFileSync(
      process.env.BENCH_FILE ?? '/dev/null',
      `${JSON.stringify({ row: `${what}.p${share * 100}`, value: Number(at(share)) })}\n`,
    );
  console.log(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${sorted.length} times`);
}
