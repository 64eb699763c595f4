// npm run pictures: takes the README's pictures anew, from the real workbench.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserFlags, ensureBrowser } from './lib/browser.mjs';
import { prepareExtensions } from './lib/extensions.mjs';
import { main } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { clearRunDir, newRunDir } from './lib/runDir.mjs';
import { openStage } from './lib/stage.mjs';
import { provision } from './provision.mjs';
import { parseScenario } from '../test/fakes/scenario.mjs';

const scenario = parseScenario({
  turns: [
    [
      { text: 'The total of an empty cart is wrong. I change one line, run the tests and commit:' },
      { tool: 'Read', id: 'read', input: { file_path: '$WORKSPACE/src/cart.js' } },
    ],
    [
      {
        tool: 'Bash',
        id: 'test',
        input: {
          command: 'npm test 2>&1 | tail -20 && git commit -am "Fix the empty cart"',
          description: 'Run the tests, then commit',
        },
      },
    ],
  ],
});

await main(async () => {
  const workbench = await provision();
  const executablePath = await ensureBrowser();
  const runDir = newRunDir();
  const extensionsDir = join(runDir, 'extensions');
  await prepareExtensions(workbench, extensionsDir);
  const settings = { 'workbench.colorTheme': 'Dark Modern' };
  const stage = await openStage({ workbench, extensionsDir, runDir, scenario, settings, paceMs: 0 });
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1180, height: 680 }, deviceScaleFactor: 2 });
    await page.goto(stage.url);
    const latch = page
      .frameLocator('iframe.webview[src*="extensionId=latch.latch"]')
      .first()
      .frameLocator('iframe#active-frame');
    await latch.getByRole('textbox', { name: 'Message Claude' }).fill('Fix the total of an empty cart');
    await page.keyboard.press('Enter');
    await latch.locator('[data-testid="card"][data-state="waiting"]').waitFor({ timeout: 60_000 });
    await widen(page, 460);
    await page.waitForTimeout(1000);
    const folder = join(root, 'media', 'readme');
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, 'card.png') });
    console.log(`Taken: ${folder}`);
  } finally {
    await browser.close();
    await stage.stop();
    clearRunDir(runDir);
  }
});

/** @param {import('playwright-core').Page} page @param {number} width */
async function widen(page, width) {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) return;
  await page.mouse.move(box.x + box.width, 300);
  await page.mouse.down();
  await page.mouse.move(box.x + width, 300, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(900, 400);
}
