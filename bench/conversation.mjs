// What the conversation costs the page: a long answer that streams, and a line more in a long conversation, each beside a
// plain implementation. Run with: npm run build && node bench/conversation.mjs
import { openGallery, tell } from './lib/gallery.mjs';

const deltas = Number(process.env['LATCH_BENCH_DELTAS'] ?? 2000);
const plainDeltas = Math.floor(deltas / 40);
const drawn = Number(process.env['LATCH_BENCH_DRAWN'] ?? 10_000);

/** What runs in the page is text here: it knows the page, and nothing of this file. */
const helpers = `
  window.costOf = change => new Promise(resolve => {
    let began = performance.now();
    change();
    const inHand = performance.now() - began;
    requestAnimationFrame(() => {
      // Behind the frame of the page, which was asked for first.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(inHand + window.spent);
      port2.postMessage(0);
    });
  });
  // What the page does in a frame is measured where it does it, with the layout of what it drew.
  window.spent = 0;
  const raf = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = run => raf(time => {
    const from = performance.now();
    run(time);
    void document.querySelector('.transcript, #plain')?.scrollHeight;
    window.spent += performance.now() - from;
  });
  window.told = async batches => {
    const { sessionId } = window.latchFixture.snapshot.sessions[0];
    const times = [];
    for (const [at, changes] of batches.entries()) {
      window.spent = 0;
      const update = { type: 'transcript', sessionId, seq: at + 1, changes };
      times.push(await window.costOf(() => window.latchFixture.update(update)));
    }
    return times;
  };
  window.drawnAnew = (count, html) => {
    document.body.innerHTML = '<div id="plain" style="height: 100vh; overflow: auto"></div>';
    const view = document.querySelector('#plain');
    return Array.from({ length: count }, (_, at) => {
      const from = performance.now();
      view.innerHTML = html(at);
      view.scrollTop = view.scrollHeight;
      return performance.now() - from;
    });
  };
`;

/** Pages that are made here. @type {Map<string, string>} */
const pages = new Map();
const { address, browser, close } = await openGallery(pages);

try {
  const paragraph = 'Some **words** about `src/cart.js:12`, a [link](https://example.org) and _more_ of them.\n\n';
  const code = '```ts\nexport const total = (items) => items.reduce((sum, it) => sum + it.price, 0);\n```\n\n';
  const list = '- one\n- two\n  - three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
  const answer = (paragraph.repeat(4) + code + list).repeat(300).slice(0, 100_000);
  report('markdown', 'Latch', await measured(streams, answer));
  report('markdown in frames', 'Latch', await measured(gathered, answer));
  report('line', 'Latch', await measured(appends, String(drawn)));
  report('long reply', 'Latch', await measured(atOnce, paragraph.repeat(60_000)));
  report('first paint', 'Latch', await measured(paints, 'live'));
  report('first paint', 'drawn anew', await measured(paints, 'still'));
  for (const [row, bytes] of Object.entries(await measured(hour, paragraph))) tell(row, 'Latch', bytes / 2 ** 20);
  report('line', 'drawn anew', await measured(plainLines, String(drawn)));
  report('markdown', 'drawn anew', await measured(plain, answer), deltas / plainDeltas);
} finally {
  await close();
}

/** @param {string} what @param {string} name @param {readonly number[]} times @param {number} each So many are meant by one of them. */
function report(what, name, times, each = 1) {
  const sorted = times.toSorted((a, b) => a - b);
  const sum = times.reduce((all, time) => all + time, 0) * each;
  const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  console.log(
    `${what}, ${name}: ${times.length} × ${median.toFixed(2)} ms, sum ${sum.toFixed(0)} ms, worst ${worst.toFixed(1)} ms`,
  );
  for (const [row, value] of Object.entries({ middle: median, worst, sum })) tell(`${what}.${row}`, name, value);
}

/** @template T @param {(page: import('playwright-core').Page, what: string) => Promise<T>} run @param {string} what @returns {Promise<T>} */
async function measured(run, what) {
  const page = await browser.newPage({ viewport: { width: 380, height: 720 }, bypassCSP: true });
  page.setDefaultTimeout(600_000);
  await page.goto(`${address}/story.html?story=${run === appends ? 'long-conversation' : 'conversation'}&theme=dark`);
  await page.locator('.app').waitFor();
  await page.evaluate(helpers);
  const times = await run(page, what);
  await page.close();
  return times;
}

/** @param {import('playwright-core').Page} page @param {string} text @returns {Promise<number[]>} */
function streams(page, text) {
  return streamed(page, text, 1);
}

/** As 500 pieces a second come: the host gathers those of a frame. @param {import('playwright-core').Page} page @param {string} text @returns {Promise<number[]>} */
function gathered(page, text) {
  return streamed(page, text, Math.ceil(500 / 60));
}

/** @param {import('playwright-core').Page} page @param {string} text @param {number} together @returns {Promise<number[]>} */
function streamed(page, text, together) {
  const step = Math.ceil(text.length / deltas);
  const pieces = Array.from({ length: deltas }, (_, at) => text.slice(at * step, (at + 1) * step));
  const item = { kind: 'text', id: 'bench', text: '', settled: false };
  const changes = [{ type: 'put', item }, ...pieces.map(piece => ({ type: 'append', id: 'bench', text: piece }))];
  const batches = Array.from({ length: Math.ceil(changes.length / together) }, (_, at) =>
    changes.slice(at * together, (at + 1) * together),
  );
  return page.evaluate(`told(${JSON.stringify(batches)})`);
}

/** One delta of forty: all of them take minutes. @param {import('playwright-core').Page} page @param {string} text @returns {Promise<number[]>} */
async function plain(page, text) {
  await page.addScriptTag({ url: `${address}/marked.js` });
  const step = Math.ceil(text.length / plainDeltas);
  const whole = JSON.stringify(text);
  return page.evaluate(`drawnAnew(${plainDeltas}, at => marked.parse(${whole}.slice(0, (at + 1) * ${step})))`);
}

/** @param {import('playwright-core').Page} page @param {string} many @returns {Promise<number[]>} */
async function appends(page, many) {
  const lines = page.locator('.transcript .line');
  for (let count = await lines.count(); count < Number(many); count = await lines.count()) {
    await page.evaluate(`document.querySelector('.earlier').click()`);
    await page.waitForFunction(`document.querySelectorAll('.transcript .line').length > ${count}`);
  }
  await page.locator('.transcript').evaluate(view => view.scrollTo({ top: view.scrollHeight }));
  await page.waitForTimeout(1000);
  const changes = Array.from({ length: 60 }, (_, at) => [
    { type: 'put', item: { kind: 'text', id: `bench-${at}`, text: `Line ${at} of the **bench**.`, settled: true } },
  ]);
  return page.evaluate(`told(${JSON.stringify(changes)})`);
}

/**
 * How soon something is read in a page that comes back with a conversation: that of the view, with its snapshot in it, or
 * what it has drawn in the end, without a script.
 * @param {import('playwright-core').Page} page @param {string} how @returns {Promise<number[]>}
 */
async function paints(page, how) {
  const look = await page.evaluate(`document.documentElement.style.cssText.replaceAll('"', '&quot;')`);
  const snapshot = await page.evaluate(`JSON.stringify(window.latchFixture.snapshot).replaceAll('<', '\\\\u003c')`);
  const still = await page.evaluate(`document.querySelector('.app').outerHTML`);
  const head = `<!DOCTYPE html><html style="${look}"><meta charset="utf-8"><link rel="stylesheet" href="/webview/main.css">`;
  const host = '<script>acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })</script>';
  const live = `<div id="root"></div><script type="application/json" id="initial">${snapshot}</script><script type="module" src="/webview/main.js"></script>`;
  pages.set('live', `${head}${host}${live}`);
  pages.set('still', `${head}<div id="root">${still}</div>`);
  const times = [];
  for (let time = 0; time < 9; time++) {
    await page.goto(`${address}/${how}`);
    await page.locator('.app').waitFor();
    times.push(
      await page.evaluate(`new Promise(resolve => {
      new PerformanceObserver(list => resolve(list.getEntriesByName('first-contentful-paint')[0].startTime))
        .observe({ type: 'paint', buffered: true });
    })`),
    );
  }
  return times;
}

/** A reply of 5 MB that is there from one moment to the next. @param {import('playwright-core').Page} page @param {string} text @returns {Promise<number[]>} */
function atOnce(page, text) {
  const item = { kind: 'text', id: 'bench', text, settled: true };
  return page.evaluate(`told([[${JSON.stringify({ type: 'put', item })}]])`);
}

/**
 * An hour of work at full speed: each minute ten replies that stream. What the page holds after half of it, when it draws as
 * many lines as it ever does, and at its end.
 * @param {import('playwright-core').Page} page @param {string} text
 */
async function hour(page, text) {
  const devtools = await page.context().newCDPSession(page);
  const held = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  /** @type {Record<string, number>} */
  const found = {};
  for (let minute = 1; minute <= 60; minute++) {
    const batches = Array.from({ length: 10 }, (_, at) => {
      const id = `hour-${minute}-${at}`;
      const item = { kind: 'text', id, text: '', settled: false };
      const pieces = Array.from({ length: 40 }, () => ({ type: 'append', id, text }));
      return [
        { type: 'put', item },
        ...pieces,
        { type: 'put', item: { ...item, text: text.repeat(40), settled: true } },
      ];
    });
    await page.evaluate(`told(${JSON.stringify(batches)})`);
    if (minute === 30) found['hour.half'] = await held();
  }
  return { ...found, 'hour.end': await held() };
}

/** @param {import('playwright-core').Page} page @param {string} many @returns {Promise<number[]>} */
function plainLines(page, many) {
  return page.evaluate(
    `drawnAnew(10, at => Array.from({ length: ${many} + at }, (_, n) => '<section><p>Line ' + n + '</p></section>').join(''))`,
  );
}
