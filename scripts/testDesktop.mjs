// npm run test:desktop: the extension-host tests in a desktop VS Code, which is downloaded once.
import { mkdirSync, mkdtempSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { Failure, failureOf, main } from './lib/failure.mjs';
import { buildHostSuite, printHostResult } from './lib/hostSuite.mjs';
import { cacheDir, root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { makeScratchWorkspace } from './lib/workspace.mjs';

await main(async () => {
  await ensureDependencies();
  const { downloadAndUnzipVSCode, runTests, SilentReporter } = await import('@vscode/test-electron');
  mkdirSync(cacheDir(), { recursive: true });
  const cachePath = join(cacheDir(), 'desktop');
  const vscodeExecutablePath = await downloadAndUnzipVSCode({ cachePath, reporter: new SilentReporter() }).catch(
    error => {
      throw new Failure(
        `VS Code cannot be downloaded here (${error instanceof Error ? error.message : String(error)}).`,
      );
    },
  );

  const built = await run(process.execPath, ['scripts/build.mjs'], { cwd: root });
  if (built.code !== 0) throw failureOf('Building Latch', built.output);
  const folder = mkdtempSync(join(tmpdir(), 'latch-desktop-'));
  try {
    const suite = join(folder, 'suite.js');
    const results = join(folder, 'results.json');
    const workspace = join(folder, 'corner-shop');
    await buildHostSuite(suite);
    await makeScratchWorkspace(workspace);
    // It rejects when a test fails; the results say which.
    const ended = await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: root,
      extensionTestsPath: suite,
      extensionTestsEnv: { LATCH_HOST_RESULTS: results },
      launchArgs: [
        workspace,
        '--disable-workspace-trust',
        '--disable-extensions',
        '--user-data-dir',
        join(folder, 'data'),
      ],
    }).catch(error => Number(error?.code ?? 1));
    const { passed, failures } = readResults(results, ended);
    printHostResult({ passed, failures });
    console.log(`${passed.length} passed, ${failures.length} failed`);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** @param {string} file @param {number} code @returns {import('./lib/hostSuite.mjs').HostResult} */
function readResults(file, code) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Failure(`VS Code ended with code ${code} before its tests did; on Linux it needs a display (xvfb-run).`);
  }
}
