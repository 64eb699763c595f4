// Runs inside the extension host of a workbench or of a desktop VS Code, which calls run() and takes a rejection for a failure.
import Mocha from 'mocha';
import { writeFileSync } from 'node:fs';

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, color: false });
  // Makes describe() and it() global before the test files, which are part of this bundle, are evaluated.
  mocha.suite.emit('pre-require', globalThis, 'suite', mocha);
  await import('latch:host-tests');
  const failures: string[] = [];
  const passed: string[] = [];
  await new Promise<void>(done => {
    const runner = mocha.run(() => done());
    runner.on('pass', test => {
      passed.push(test.fullTitle());
    });
    runner.on('fail', (test, error: Error) => {
      failures.push(`${test.fullTitle()}: ${error.stack ?? error.message}`);
    });
  });
  const results = process.env.LATCH_HOST_RESULTS;
  if (results !== undefined) writeFileSync(results, JSON.stringify({ passed, failures }));
  if (failures.length > 0) throw new Error(`${failures.length} failed`);
}
