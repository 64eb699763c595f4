// The longest task of the page while a text that nobody would write is drawn and scrolled through, wherever it stands.
// Run with: npm run build && node bench/oddTexts.mjs
import { openGallery, tell } from './lib/gallery.mjs';

/** Made in the page: to bring 5 MB there is a long task as well. */
const texts = {
  'marks on one letter': `'a' + '\\u0301'.repeat(100_000)`,
  'colours of skin in a row': `'\\u{1f3fb}'.repeat(50_000)`,
  'characters without width in a word': `'wo' + '\\u200b\\u200d'.repeat(50_000) + 'rd'`,
  'letters with one between them': `'a\\u200b'.repeat(50_000)`,
  'a word of a script that joins its letters': `'\\u0640'.repeat(100_000)`,
  'one line of 1 MB': `'x'.repeat(1_000_000)`,
  'words of 1 MB': `'word '.repeat(200_000)`,
  '5 MB of Markdown': `'Some **words** about \`src/cart.js:12\` and _more_.\\n\\n'.repeat(100_000)`,
};

/** How each text gets onto the page; what an agent gives back is cut by the host before. */
const places = {
  reply: `put({ kind: 'text', id: 'odd', text, settled: true })`,
  notice: `put({ kind: 'notice', id: 'odd', level: 'error', text: { template: '{0}', values: { 0: text }, text } })`,
  result: `put({ ...call, returned: { kind: 'output', text: text.slice(0, 24_000) } })`,
  change: `put({ ...call, returned: { kind: 'change', path: 'a.ts', created: false, hunks: [
    { before: 1, after: 1, lines: Array.from({ length: 800 }, (_, at) => (at % 2 ? '+' : '-') + text.slice(0, 2000)) },
  ] } })`,
};

const { address, browser, close } = await openGallery();
try {
  for (const [place, draw] of Object.entries(places)) {
    let worst = 0;
    for (const [title, text] of Object.entries(texts)) {
      const longest = await longestTask(draw, text);
      console.log(`${place}, ${title}: ${longest.toFixed(1)} ms`);
      worst = Math.max(worst, longest);
    }
    tell(`odd ${place}`, 'Latch', worst);
  }
} finally {
  await close();
}

/** @param {string} draw @param {string} text */
async function longestTask(draw, text) {
  const page = await browser.newPage({ viewport: { width: 380, height: 720 } });
  await page.goto(`${address}/story.html?story=work-log&theme=dark`);
  await page.locator('.app').waitFor();
  await page.evaluate(`
    window.odd = ${text};
    const { snapshot, update } = window.latchFixture;
    const { sessionId } = snapshot.sessions[0];
    const shells = new Set(snapshot.cards.filter(card => card.kind === 'bash').map(card => card.toolCallId));
    window.call = snapshot.transcript.find(item => item.kind === 'call' && shells.has(item.toolCallId));
    window.put = item => update({ type: 'transcript', sessionId, seq: 1, changes: [{ type: 'put', item }] });
    document.querySelector('[data-line="' + window.call.toolCallId + '"] > summary').click();
  `);
  await page.waitForTimeout(500);
  const tasks = await tasksOf(page, () =>
    page.evaluate(`(async () => {
      const { odd: text, call, put } = window;
      const nextFrame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 20)));
      ${draw};
      for (let frame = 0; frame < 10; frame++) await nextFrame();
      const view = document.querySelector('.transcript');
      for (let step = 20; step >= 0; step--) {
        view.scrollTop = (view.scrollHeight * step) / 20;
        await nextFrame();
      }
    })()`),
  );
  await page.close();
  return Math.max(...tasks);
}

/**
 * How much of the processor each task of the page takes. What an observer of long tasks sees of a busy machine is mostly the
 * work of others, and nothing under 50 ms.
 * @param {import('playwright-core').Page} page @param {() => Promise<unknown>} act
 */
async function tasksOf(page, act) {
  const devtools = await page.context().newCDPSession(page);
  /** @type {any[]} */
  const events = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  });
  await act();
  const complete = new Promise(resolve => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const main = new Set(threads.map(({ pid, tid }) => `${pid}:${tid}`));
  return events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid}:${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}
