// npm run faults: the long rounds of the harness, which write their tables into docs/reliability.md. `-- lease`,
// `-- matrix`, `-- load`, `-- large`, `-- cost` and `-- team` run one of them; --fault NAME plays one fault of the matrix, at every step.
// Rules of a team are tried on the MongoDB that MONGODB_URI names, or on the DocumentDB engine where there can be one.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineOfTests } from './lib/documentdb.mjs';
import { main } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({ options: { fault: { type: 'string' } }, allowPositionals: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const which = values.fault === undefined ? positionals : ['matrix'];
  const isOfTeams = which.length === 0 || which.some(name => name.startsWith('team'));
  const engine = isOfTeams ? await engineOfTests() : undefined;
  const { code } = await run(process.execPath, [vitest, 'run', '--project', 'faults', ...which], {
    cwd: root,
    echo: true,
    env: {
      ...process.env,
      LATCH_FAULTS: 'all',
      ...engine?.env,
      ...(values.fault === undefined ? {} : { LATCH_FAULT: values.fault }),
    },
  });
  if (engine?.skipped !== undefined) console.log(`Skipped: ${engine.skipped}`);
  process.exitCode = code;
});
