// What a verdict costs among 10,000 rules that stand in a file, or that a team shares in a database: there and away.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Action } from '../../src/core/call/ruleRef';
import type { RuleEdit, StoredRule } from '../../src/core/ruleAdmin/storedRule';
import { RuleJudge } from '../../src/rules/judge';
import { TeamRules } from '../../src/rules/teamRules';
import { openTeamStore } from '../../src/stores/postgres/postgresStore';
import type { TeamCopy, TeamStore } from '../../src/stores/teamStore';

const folder = mkdtempSync(join(tmpdir(), 'latch-team-bench-'));
/** Without git, which is asked for its aliases: that costs a process, wherever rules are. */
const tools = ['npm', 'yarn', 'make', 'docker', 'cargo', 'go', 'kubectl', 'pnpm'];
const rules = Array.from({ length: 10_000 }, (_, index): StoredRule => {
  const action: Action = index % 10 === 0 ? 'deny' : index % 10 === 1 ? 'ask' : 'allow';
  return { id: `r${index}`, action, pattern: `Bash(${tools[index % tools.length]} task${index}:*)` };
});

function row(name: string, value: number): void {
  appendFileSync(process.env['BENCH_FILE'] ?? '/dev/null', `${JSON.stringify({ row: name, value })}\n`);
}

/** Both have a file that is looked at, so that what differs is where the rules are. */
function judgeOf(inFile: readonly StoredRule[], team?: TeamRules): RuleJudge {
  const file = join(folder, `${inFile.length}.json`);
  writeFileSync(
    file,
    JSON.stringify({ version: 1, rules: inFile.map(({ action, pattern }) => ({ action, pattern })) }),
  );
  return new RuleJudge({
    workspace: folder,
    files: [file],
    ...(team ? { team } : {}),
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows: () => true,
    onProblem() {},
  });
}

/** Of calls that were never judged before: what was judged is remembered wherever its rules are. */
function measure(name: string, judge: RuleJudge): void {
  const verdictOn = (index: number): unknown =>
    judge.evaluate({ tool: 'Bash', input: { command: `${tools[index % tools.length]} task${index} -v` }, cwd: folder });
  for (let index = 0; index < 2000; index += 1) verdictOn(index);
  const times = Array.from({ length: 4000 }, (_, index) => {
    const before = process.hrtime.bigint();
    verdictOn(2000 + index);
    return Number(process.hrtime.bigint() - before) / 1000;
  }).toSorted((one, other) => one - other);
  row(`${name}.p50`, times[Math.floor(times.length / 2)] ?? 0);
  row(`${name}.p99`, times[Math.floor(times.length * 0.99)] ?? 0);
}

function opened(url: string, copy: TeamCopy): TeamStore {
  const store = openTeamStore({ url, user: 'bench', copy });
  if ('text' in store) throw new Error(store.text);
  return store;
}

async function ofTeam(url: string): Promise<void> {
  let known: string | undefined;
  const store = opened(url, { read: () => undefined, write: text => void (known = text) });
  await store.ready();
  const there = new Set(store.list().rules.map(({ id }) => id));
  const missing = rules.filter(({ id }) => !there.has(id)).map((rule): RuleEdit => ({ type: 'add', rule }));
  const changed = await store.change(missing);
  if (!changed.ok) throw new Error(changed.problem.message.text);
  await measuredWith('online', store);
  // Nobody listens there: what counts is what was read last.
  const away = 'postgres://bench@127.0.0.1:1/latch';
  const copied = JSON.stringify({ ...JSON.parse(known ?? '{}'), place: '127.0.0.1:1/latch' });
  const gone = opened(away, { read: () => copied, write() {} });
  await gone.ready();
  await measuredWith('away', gone);
}

async function measuredWith(name: string, store: TeamStore): Promise<void> {
  const accepted = { all: true, rules: [] };
  const team = new TeamRules({ accepted: { read: () => accepted, change() {} }, allowsForMs: () => 3_600_000 });
  team.use(store);
  measure(name, judgeOf([], team));
  await team.close();
}

async function main(): Promise<void> {
  const [url] = process.argv.slice(2);
  if (url === undefined) measure('online', judgeOf(rules));
  else await ofTeam(url);
  rmSync(folder, { recursive: true });
}

void main();
