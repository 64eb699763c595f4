// npm run faults: the long rounds of the harness, which write their tables into docs/reliability.md. `-- lease`,
// `-- matrix`, `-- load`, `-- large`, `-- cost` and `-- team` run one of them; --fault NAME plays one fault of the matrix, at every step.
// Rules of a team are tried on the MongoDB that MONGODB_URI names, or on the DocumentDB engine where there can be one.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDocumentdb } from './lib/documentdb.mjs';
import { main } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({ options: { fault: { type: 'string' } }, allowPositionals: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const which = values.fault === undefined ? positionals : ['matrix'];
  const isOfTeams = which.length === 0 || which.some(name => name.startsWith('team'));
  const documentdb = isOfTeams ? await ensureDocumentdb() : undefined;
  const { code } = await run(process.execPath, [vitest, 'run', '--project', 'faults', ...which], {
    cwd: root,
    echo: true,
    env: {
      ...process.env,
      LATCH_FAULTS: 'all',
      ...(documentdb && 'system' in documentdb ? { LATCH_DOCUMENTDB: documentdb.system } : {}),
      ...(values.fault === undefined ? {} : { LATCH_FAULT: values.fault }),
    },
  });
  if (documentdb && 'problem' in documentdb) {
    const what =
      process.env.MONGODB_URI === undefined ? 'all of MongoDB' : 'to kill a MongoDB and to cut the way to it';
    console.log(`Skipped: ${what}. The engine of the tests is not here (${documentdb.problem}).`);
  }
  process.exitCode = code;
});
