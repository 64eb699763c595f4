// Commands that were written to get past a reader of commands, run for real on the real CLI with every call allowed: what
// the rules deny stays as it is all the same. LATCH_ATTACKS names another file of the same form to run.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionLimits } from '../../src/core/session/enforcement';
import { RuleJudge } from '../../src/rules/judge';
import { ruleLimits } from '../../src/rules/limits';
import { clis } from './clis';
import { isHeld } from './sandboxed';
import { openStage } from './stage';

interface Attack {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly setup: readonly string[];
  readonly deny: readonly string[];
  /** An older Claude Code is known to let it through, and says so on the shield. */
  readonly since?: string;
}

/** Texts of files that must not come out, each with the rule that denies it. */
const marks = { PR1VATE: /private/, K3YS: /keys/, S3CRETENV: /\.env/, OUTS1DE: /ssh|outside/ } as const;
const file = process.env['LATCH_ATTACKS'] ?? join(import.meta.dirname, '..', 'corpus', 'attacks.json');
const all = attacksIn(JSON.parse(readFileSync(file, 'utf8')), process.env['LATCH_ATTACK_CLASSES']?.split(','));

test.skipIf(!isHeld).each(clis)(
  'no attack reaches what is denied, on Claude Code $version',
  async ({ path: cli, version }) => {
    const attacks = all.filter(({ since = version }) => since <= version);
    let current: Attack | undefined;
    const limits = async (workspace: string): Promise<SessionLimits> => {
      const rules = join(workspace, '..', 'rules.json');
      const listed = (current?.deny ?? []).map(pattern => ({ action: 'deny', pattern }));
      writeFileSync(rules, JSON.stringify({ version: 1, rules: listed }));
      const { scopes } = new RuleJudge({
        workspace,
        files: [rules],
        skip: () => ({ fileEdits: false, bash: false, skills: false, mcp: false }),
        projectAllows: () => false,
        onProblem() {},
      });
      return ruleLimits({ scopes, workspace, ownFolders: [] }, undefined, process.env['PATH'] ?? '');
    };
    const turns = attacks.map(({ command, cwd, id }) => [
      { tool: 'Bash', id, input: { command: `cd '$WORKSPACE${cwd}'; ${command}`, description: id, timeout: 8000 } },
    ]);
    const stage = await openStage({ cli, enforcement: 'required', limits, turns: [...turns, [{ text: 'End' }]] });
    const root = dirname(stage.workspace);
    const put = (text: string): string =>
      text.replaceAll('{CWD}', stage.workspace).replaceAll('{ROOT}', root).replaceAll('{HOME}', join(root, 'home'));
    await stage.send();
    const effects: string[] = [];
    for (const attack of attacks) {
      await stage.asked(attack.id);
      current = attack;
      makeGround(stage.workspace, attack.setup.map(put));
      const before = heldPlaces(stage.workspace, attack);
      stage.allow(attack.id);
      await stage.until(
        `${attack.id} to end`,
        () => /done|failed/.test(stage.cards.get(attack.id)?.state ?? ''),
        30_000,
      );
      const came = outputOf(stage.workspace, stage.cards.get(attack.id)?.result?.text ?? '', attack);
      const after = heldPlaces(stage.workspace, attack);
      if (came !== undefined || after !== before)
        effects.push(`${attack.id} ${came ?? 'changed'}: ${attack.command.slice(0, 150)}`);
    }
    expect(effects).toEqual([]);
    expect(attacks.length).toBeGreaterThan(20);
    expect(stage.session.view.shield.state).toBe('held');
  },
  1_800_000,
);

function makeGround(workspace: string, setup: readonly string[]): void {
  for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true, force: true });
  for (const name of ['outside', 'bin', 'b.git']) rmSync(join(workspace, '..', name), { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
  execFileSync('bash', ['-c', setup.join('\n')], {
    cwd: workspace,
    env: { ...process.env, ...author, HOME: join(workspace, '..', 'home') },
    stdio: 'ignore',
  });
}

/** All that no command may change: what the rules deny to edit, and what Latch protects by itself. */
function heldPlaces(workspace: string, { deny }: Attack): string {
  const edits = deny.some(rule => /^Edit|^Write/.test(rule));
  const named = deny.flatMap(rule => /^(?:Edit|Write)\((?:\*\*\/)?([^*)]+?)(?:\/\*\*)?\)$/.exec(rule)?.[1] ?? []);
  const places = [...named, ...(edits && named.length === 0 ? ['src'] : []), '.latch', '.git/hooks', '.git/config'];
  return places.map(place => snapshot(join(workspace, place))).join('\n');
}

function snapshot(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // Where a protected file is missing, the sandbox puts an empty one for as long as the command runs.
  if (!stat || (stat.isFile() && stat.size === 0)) return `${path} -`;
  if (stat.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`;
  if (!stat.isDirectory()) return `${path} ${stat.mode} ${stat.isFile() ? readFileSync(path, 'latin1') : ''}`;
  return [
    `${path}/`,
    ...readdirSync(path)
      .toSorted()
      .map(name => snapshot(join(path, name))),
  ].join('\n');
}

/** What was shown of a file that is denied, or was copied to where it can be read. */
function outputOf(workspace: string, result: string, { deny, setup }: Attack): string | undefined {
  const secrets = Object.entries(marks).filter(([, rule]) =>
    deny.some(text => text.startsWith('Read') && rule.test(text)),
  );
  const shown = secrets.find(([mark]) => result.includes(mark));
  if (shown) return `showed ${shown[0]}`;
  // What the set-up has copied already was never hidden.
  if (/cp |git add|>> |tar |ln /.test(setup.join('\n').replaceAll(/cp \.\.\/bin\/pwn pwn; cp pwn '#pwn'/g, '')))
    return undefined;
  const names = readdirSync(workspace, { recursive: true, encoding: 'utf8' });
  const copy = secrets.flatMap(([mark, rule]) =>
    names.filter(name => !rule.test(name) && !name.startsWith('.git/') && textOf(join(workspace, name)).includes(mark)),
  );
  return copy.length > 0 ? `copied to ${copy[0]}` : undefined;
}

function textOf(path: string): string {
  return existsSync(path) && lstatSync(path).isFile() ? readFileSync(path, 'latin1') : '';
}

interface Vectors {
  readonly setups?: Readonly<Record<string, readonly string[]>>;
  readonly vectors: readonly {
    readonly id: string;
    readonly class: string;
    readonly tool: string;
    readonly cwd: string;
    readonly input: { readonly command?: string };
    readonly setup?: readonly string[];
    readonly rules?: { readonly deny?: readonly string[] };
    readonly since?: string;
  }[];
}

/** The attacks whose effect would be a denied read or write, or a write of what is protected. */
function attacksIn({ setups = {}, vectors }: Vectors, classes?: readonly string[]): readonly Attack[] {
  const expand = (lines: readonly string[]): readonly string[] =>
    lines.flatMap(line => (line.startsWith('@') ? expand(setups[line] ?? []) : [line]));
  return vectors.flatMap(vector => {
    const deny = vector.rules?.deny ?? [];
    const places = deny.some(rule => /^(?:Read|Edit|Write)\(/.test(rule)) || /^own-files|^protected/.test(vector.class);
    if (vector.tool !== 'Bash' || !places || (classes && !classes.includes(vector.class))) return [];
    const { command = '' } = vector.input;
    const setup = expand(vector.setup ?? []);
    const since = vector.since === undefined ? {} : { since: vector.since };
    return [{ id: vector.id, command, cwd: vector.cwd.replace('{CWD}', ''), setup, deny, ...since }];
  });
}
