// npm test: every check, on a machine that has only Node and npm.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '../lib/browser.mjs';
import { ensureDependencies } from '../lib/dependencies.mjs';
import { engineOfTests } from '../lib/documentdb.mjs';
import { Failure, main } from '../lib/failure.mjs';
import { root } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { ensureSandbox } from '../lib/sandbox.mjs';
import { countsIn, firstLine, unhandledIn } from '../lib/testReport.mjs';
import { provision } from '../provision.mjs';

/**
 * @typedef {import('../lib/testReport.mjs').Count} Count
 * @typedef {{ what: string, needsWorkbench?: boolean, needsBrowser?: boolean, needsSandbox?: boolean, isExtra?: boolean, run: () => Promise<Count> }} Step
 *   An extra step runs with `--all`, or where it is named.
 */

/** @type {Record<string, Step>} */
const steps = {
  types: { what: 'Types', run: () => check('check:types') },
  lint: { what: 'Linter', run: () => check('check:lint') },
  format: { what: 'Formatter', run: () => check('check:format') },
  unit: { what: 'Unit tests', run: () => vitest('unit', 'alone') },
  gallery: { what: 'The webview in a browser: every card', needsBrowser: true, run: () => vitest('gallery') },
  contract: {
    what: 'Contract tests: the real CLI with the scripted model',
    needsSandbox: true,
    run: () => vitest('contract'),
  },
  host: { what: 'Extension-host tests in the workbench', needsWorkbench: true, run: hostTests },
  e2e: {
    what: 'End-to-end tests in the workbench',
    needsWorkbench: true,
    needsSandbox: true,
    run: () => vitest('e2e'),
  },
  agents: {
    what: 'Every real agent over ACP, with the scripted model',
    isExtra: true,
    run: () => vitest('agents'),
  },
  stores: {
    what: 'Stores of a team on real servers that are killed and cut off, for a few rounds',
    isExtra: true,
    run: stores,
  },
};

const help = `Usage: npm test -- [steps]

Runs every check, or only the steps that are named: ${Object.keys(steps).join(', ')}.

  --all   run what has a command of its own as well: agents and stores, which download more than a gigabyte once
  --list  show the steps
  --help  show this text`;

await main(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return console.log(help);
  if (args.includes('--list')) {
    for (const [name, { what }] of Object.entries(steps)) console.log(`${name.padEnd(9)} ${what}`);
    return undefined;
  }
  const all = args.includes('--all');
  const named = args.filter(name => name !== '--all');
  const unknown = named.find(name => !(name in steps));
  if (unknown !== undefined)
    throw new Failure(`There is no step "${unknown}": choose of ${Object.keys(steps).join(', ')}.`);
  const isChosen = (/** @type {string} */ name, /** @type {Step} */ step) =>
    named.length === 0 ? all || step.isExtra !== true : named.includes(name);
  const chosen = Object.entries(steps).filter(([name, step]) => isChosen(name, step));

  await ensureDependencies();
  if (chosen.some(([, step]) => step.needsWorkbench === true)) {
    await provision();
  }
  if (chosen.some(([, step]) => step.needsWorkbench === true || step.needsBrowser === true)) {
    console.log(`Browser: ${await ensureBrowser()}`);
  }
  if (chosen.some(([, step]) => step.needsSandbox === true)) console.log(`Sandbox: ${await ensureSandbox()}`);
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  for (const [name, step] of chosen) {
    console.log(`\n${step.what} ...`);
    const started = Date.now();
    const { passed, failed, skipped = 0, failures: ofStep } = await step.run();
    console.log(`${name}: ${passed} passed, ${failed} failed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    failures.push(...ofStep.map(failure => `${name}: ${failure}`));
  }
  if (total.failed > 0) process.exitCode = 1;
  // Thousands of lines came since: what failed is said once more where the eye and a shortened log end.
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map(failure => `  ${failure}`).join('\n')}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  return console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
});

/** A check that has one outcome. @param {string} script @returns {Promise<Count>} */
async function check(script) {
  const { code, output } = await run('npm', ['run', '--silent', script], { cwd: root });
  if (code === 0) return { passed: 1, failed: 0, failures: [] };
  console.log(output);
  return { passed: 0, failed: 1, failures: [`npm run ${script}`] };
}

/** @param {string[]} projects @returns {Promise<Count>} */
function vitest(...projects) {
  return vitestWith(
    projects.flatMap(project => ['--project', project]),
    projects.join('-'),
  );
}

/** What the servers of a team do when they are killed takes minutes; a few rounds show that it still works. @returns {Promise<Count>} */
async function stores() {
  const { env, skipped } = await engineOfTests();
  if (skipped !== undefined) console.log(`Skipped: ${skipped}`);
  const count = await vitestWith(['--project', 'faults', 'team'], 'stores', {
    ...process.env,
    ...env,
    LATCH_FAULTS: 'all',
    LATCH_TEAM_ROUNDS: '2',
  });
  return skipped === undefined ? count : { ...count, skipped: 1 };
}

/** @param {readonly string[]} args @param {string} name Of the report. @param {NodeJS.ProcessEnv} env @returns {Promise<Count>} */
async function vitestWith(args, name, env = process.env) {
  const folder = join(root, 'test-results');
  const report = join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await run(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, env, echo: true },
  );
  const { passed, failed, failures } = countsIn(report);
  failures.push(...unhandledIn(output));
  // A suite that breaks outside of a test, or that has no tests, is a failure although no test failed.
  const broke = failed === 0 && (code !== 0 || passed === 0);
  if (broke && failures.length === 0) failures.push(`vitest ended with exit code ${code}`);
  return { passed, failed: broke ? 1 : failed, failures };
}

/** @returns {Promise<Count>} */
async function hostTests() {
  // Loaded only here, after the dependencies it needs are installed.
  const [{ testHost }, { printHostResult }] = await Promise.all([
    import('../testHost.mjs'),
    import('../lib/hostSuite.mjs'),
  ]);
  try {
    const result = await testHost();
    printHostResult(result);
    return { passed: result.passed.length, failed: result.failures.length, failures: result.failures.map(firstLine) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(reason);
    return { passed: 0, failed: 1, failures: [reason] };
  }
}
