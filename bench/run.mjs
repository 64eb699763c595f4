// npm run bench: what Latch costs beside those that do the same, one after the other in one process tree, again and again.
// It writes docs/performance.md and out/bench.json. `-- NAME` runs one part, `--repetitions N` repeats it as often, and
// `--quick` repeats only what is quick: all of it takes some ten minutes then.
import { build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, failureOf, main } from '../scripts/lib/failure.mjs';
import { root } from '../scripts/lib/paths.mjs';
import { step } from '../scripts/lib/progress.mjs';
import { run } from '../scripts/lib/run.mjs';
import { measured } from './lib/measure.mjs';
import { tableOf, writeGoals, writeMachine, writePart } from './lib/report.mjs';
import { asks, burst, streams, transports } from './suites/asks.mjs';
import { rules } from './suites/rules.mjs';
import { disk, sessions } from './suites/sessions.mjs';
import { start } from './suites/start.mjs';
import { page, workbench } from './suites/screen.mjs';
import { team } from './suites/team.mjs';

const suites = { asks, burst, streams, transports, disk, rules, team, sessions, start, page, workbench };

/** How often what takes seconds is measured in a quick run; the rest once. @type {Readonly<Record<string, number>>} */
const quick = { asks: 3, disk: 5, start: 3 };

const help = `Usage: npm run bench -- [parts]

Measures every part, or only those that are named: ${Object.keys(suites).join(', ')}.

  --quick           repeat only what is quick
  --repetitions N   repeat each part so often, 5 times if nothing is said
  --help            show this text`;

await main(async () => {
  const { values, positionals } = parseArgs({
    options: {
      repetitions: { type: 'string', default: '5' },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (values.help) return console.log(help);
  const chosen = Object.entries(suites).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  if (chosen.length < positionals.length)
    throw new Failure(`There are ${Object.keys(suites).join(', ')}, and no other parts.`);
  await step('Building Latch', async () => {
    const built = await run(process.execPath, ['scripts/build.mjs'], { cwd: root });
    if (built.code !== 0) throw failureOf('Building Latch', built.output);
    await build({
      absWorkingDir: root,
      entryPoints: ['completion', 'longSession', 'rules', 'teamVerdicts', 'transports'].map(
        name => `bench/measured/${name}.ts`,
      ),
      external: ['pg-native'],
      outdir: 'out/bench',
      outExtension: { '.js': '.cjs' },
      bundle: true,
      platform: 'node',
      mainFields: ['module', 'main'],
      logLevel: 'warning',
    });
  });
  const file = join(root, 'out', 'bench.json');
  mkdirSync(join(root, 'out'), { recursive: true });
  const all = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeMachine();
  for (const [name, suite] of chosen) {
    const most = values.quick ? (quick[name] ?? 1) : Number(values.repetitions);
    const repetitions = 'repetitions' in suite ? Math.min(suite.repetitions, most) : most;
    const found = await step(suite.title, () => measured({ ...suite, repetitions }));
    const table = tableOf(found);
    console.log(`\n${table}\n`);
    writePart(name, `${table}\n\n${repetitions === 1 ? 'Measured once.' : `Medians of ${repetitions}.`}`);
    writeGoals();
    all[name] = Object.fromEntries(found.map(({ row, medians }) => [row.row, { unit: row.unit, ...medians }]));
    writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  }
});
