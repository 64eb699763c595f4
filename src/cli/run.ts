import { say } from '../core/texts/sentence';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Judge, Judgement } from '../core/call/judgement';
import { type RepositoryChoice, repositoryChoices } from '../core/session/repository';
import { type Enforcement, enforcements } from '../core/session/enforcement';
import { type RecordDetail, recordDetails } from '../core/journal/told';
import { RuleJudge } from '../rules/judge';
import { ruleLimits } from '../rules/limits';
import { Sessions } from '../session/sessions';
import { instructionsOf } from '../stores/instructions';
import { JournalFolder } from '../stores/journalFolder';
import { type Accepted, acceptedIn, howToAccept } from './accepted';
import { excluding } from './excluding';
import { readArgs } from './readArgs';
import type { TeamRules } from '../rules/teamRules';
import { Recording } from './recording';
import { RunReport } from './runReport';
import { teamHelp, teamOf, teamOptions } from './team';

const help = `Usage: latch run [options] -- PROMPT

Runs one turn of Claude Code without an editor. What the rules allow runs; what they deny or leave open is denied.
Prints one JSON event a line, and a summary as the last one.

  --claude PATH    the CLI to run (default: claude, where it is found)
  --rules FILE     rules to apply (repeatable); default: .latch/rules.json, ~/.latch/rules.json and Claude Code's settings
  --folder DIR     the folder to work in (default: this one)
  --journal DIR    where the record is kept (default: ~/.local/state/latch/journal)
  --repository X   what the agent may take from the repository: none (default), instructions or all
  --accept HASH    count the repository's allow rules, and let --repository all hold, if its content has this hash;
                   without it only its deny and ask rules count. The hash is printed where something is to be accepted
  --enforcement X  auto (default): the sandbox of Claude Code holds what the rules deny, where there is one;
                   required: no command runs without it; off
  --exclude CMD    a command that runs outside of it, where nothing is held by the kernel (repeatable)
${teamHelp}  --record X       send what is decided to the record of the team too: hashes (commands, inputs and messages leave
                   this machine as hashes alone) or full (as in the record here, with secrets masked)
  --quiet          no summary for people on stderr
  --json           the same as without it: events are always JSON

Exit code: 0 done and nothing denied, 3 done but something was denied, 1 the agent failed, 2 wrong usage.
`;

const optionsOfRun = {
  claude: { type: 'string' },
  rules: { type: 'string', multiple: true },
  folder: { type: 'string' },
  journal: { type: 'string' },
  repository: { type: 'string' },
  accept: { type: 'string' },
  enforcement: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  ...teamOptions,
  record: { type: 'string' },
  quiet: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export async function run(args: readonly string[]): Promise<number> {
  const read = readArgs({ name: 'run', help, options: optionsOfRun }, args);
  if (typeof read === 'number') return read;
  const { values, positionals } = read;
  const prompt = positionals.join(' ').trim();
  const fromRepository = repositoryChoices.find(choice => choice === (values.repository ?? 'none'));
  const enforcement = enforcements.find(choice => choice === (values.enforcement ?? 'auto'));
  if (prompt === '') return wrong(`the prompt is missing.\n${help}`);
  if (fromRepository === undefined) return wrong('--repository takes none, instructions or all.\n');
  if (enforcement === undefined) return wrong('--enforcement takes auto, required or off.\n');
  const record = recordDetails.find(detail => detail === values.record);
  if (values.record !== undefined && !record) return wrong('--record takes hashes or full.\n');
  if (record && values.store === undefined) return wrong('--record needs --store.\n');
  const excluded = excluding('run', values.exclude);
  if (!excluded) return 2;
  const folder = resolve(values.folder ?? '.');
  const accepted = await acceptedIn(folder, values.accept);
  const refusal = refusalOf(accepted, fromRepository);
  if (refusal !== undefined) return wrong(`${refusal} ${howToAccept(accepted)}\n`);
  if (accepted.open)
    process.stderr.write(
      `latch run: what this repository brings was not accepted, so only its deny and ask rules count. ${howToAccept(accepted)}\n`,
    );
  const team = await teamOf('run', values);
  if (typeof team === 'number') return team;
  return runOnce({
    ...(team ? { team } : {}),
    ...(record ? { record } : {}),
    enforcement,
    excluded,
    prompt,
    fromRepository,
    accepted,
    folder,
    claude: values.claude === undefined ? '' : resolve(values.claude),
    quiet: values.quiet,
    ...(values.rules ? { rules: values.rules.map(file => resolve(file)) } : {}),
    journal: resolve(
      values.journal ?? join(process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'latch', 'journal'),
    ),
  });
}

function wrong(what: string): number {
  process.stderr.write(`latch run: ${what}`);
  return 2;
}

/** Why nothing is started. */
function refusalOf(accepted: Accepted, wanted: RepositoryChoice): string | undefined {
  if (accepted.other) return 'the repository is not what --accept names.';
  return accepted.open && wanted === 'all'
    ? '--repository all needs what the repository brings to be accepted.'
    : undefined;
}

interface RunOptions {
  readonly accepted: Accepted;
  readonly prompt: string;
  readonly folder: string;
  readonly claude: string;
  readonly journal: string;
  readonly rules?: readonly string[];
  readonly fromRepository: RepositoryChoice;
  readonly enforcement: Enforcement;
  readonly excluded: readonly string[];
  readonly quiet: boolean;
  readonly team?: TeamRules;
  readonly record?: RecordDetail;
}

async function runOnce(options: RunOptions): Promise<number> {
  const report = new RunReport(event => process.stdout.write(`${JSON.stringify(event)}\n`));
  const warn = (text: string): void => void process.stderr.write(`latch: ${text}\n`);
  const rules = new RuleJudge({
    workspace: options.folder,
    skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
    projectAllows: options.accepted.allows,
    onProblem: warn,
    ...(options.team ? { team: options.team } : {}),
    ...(options.rules ? { files: options.rules } : {}),
  });
  const log = { info() {}, warn, error: warn };
  const journals = new JournalFolder(options.journal);
  const [store, detail] = [options.team?.store, options.record];
  const recording = store && detail && new Recording({ journals, store, detail, log });
  const sessions = new Sessions({
    journals,
    sealing: id => ({ tag: () => undefined, written: () => recording?.written(id) }),
    workspace: [options.folder],
    cwd: () => options.folder,
    gate: () => 'strict',
    mediation: () => 'full',
    // Not that of the settings of the person: with others edits run that no rule allows, or everything does.
    mode: () => 'default',
    timeLimit: () => 0,
    claudePath: () => options.claude,
    environment: () => ({}),
    fromRepository: async () => {
      const { accepted, fromRepository, folder } = options;
      const choice = await accepted.may(fromRepository);
      const instructions = choice === 'instructions' ? await instructionsOf(folder) : undefined;
      return { choice, ...(instructions === undefined ? {} : { instructions }) };
    },
    judge: denyWhatAsks(rules.judge),
    enforcement: {
      enforcement: () => options.enforcement,
      excluded: () => options.excluded,
      limits: (...asked) =>
        ruleLimits({ scopes: rules.scopes, workspace: options.folder, ownFolders: [options.journal] }, ...asked),
    },
    log,
    listener: {
      onCard: (_, card) => report.card(card),
      onTranscript: (_, changes) => report.transcript(changes),
      onView: view => report.view(view),
    },
  });
  const stop = (): void => void sessions.endAll().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const session = await sessions.create();
  report.started(session.id, await session.savedJournal());
  await session.send(options.prompt);
  await report.over;
  await sessions.endAll();
  await recording?.end();
  await options.team?.close();
  const { code, text } = report.summary();
  if (!options.quiet) process.stderr.write(`${text}\n`);
  return code;
}

/** Nobody is there to ask, so what would be asked is denied, with the reason for which it would have been asked. */
function denyWhatAsks(judge: Judge): Judge {
  return (call): Judgement => {
    const found = judge(call);
    if (found.verdict.decision !== 'ask') return found;
    const reason = found.because[0]?.reason ?? say('No rule allows it.');
    const by = { kind: 'rule', rule: found.because[0]?.rule ?? 'no rule', reason } as const;
    const message = `Not allowed here: ${reason.text} Nobody is there to ask, so go on without it.`;
    return { ...found, verdict: { decision: 'deny', by, message, readOnly: found.verdict.readOnly } };
  };
}
