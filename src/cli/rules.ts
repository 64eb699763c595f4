import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { planEdits } from '../core/ruleAdmin/edits';
import type { RuleEdit, StoredRule } from '../core/ruleAdmin/storedRule';
import { type RuleAudit, signedBy } from '../core/ruleAdmin/team';
import { FileStore } from '../stores/fileStore';
import type { RuleStore } from '../stores/ruleStore';
import { serverOf } from '../stores/teamServers';
import { readArgs } from './readArgs';
import { openStore } from './team';

const help = `Usage: latch rules copy --from STORE --to STORE [--dry-run]
       latch rules list STORE
       latch rules log STORE [ID]

Copies rules from one place to another, lists them, and says who changed rules of a team and when, the last change
first. A STORE is a file of rules or the address of a database, as postgres://user@host:5432/database or
mongodb://user@host:27017/database. What is there already stays; the same rule with another action takes the action of
the copy. With --dry-run nothing is written.

Exit code: 0 done, 1 refused or not reached, 2 wrong usage.
`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

export async function rules(args: readonly string[]): Promise<number> {
  const read = readArgs({ name: 'rules', help, options }, args);
  if (typeof read === 'number') return read;
  const [what, place, id] = read.positionals;
  const { from, to } = read.values;
  if (what === 'copy' && from !== undefined && to !== undefined && place === undefined)
    return using(from, source => using(to, target => copy(source, target, read.values['dry-run'])));
  if (what === 'list' && place !== undefined) return using(place, ({ store }) => list(store));
  if (what === 'log' && place !== undefined) return using(place, opened => log(opened, id));
  process.stderr.write(`latch rules: that is none of what it does.\n${help}`);
  return 2;
}

interface Opened {
  /** As a person is told, without a password. */
  readonly place: string;
  readonly store: RuleStore;
  readonly audit?: (id?: string) => Promise<readonly RuleAudit[]>;
  readonly close: () => Promise<void>;
}

/** Opens a store, does the work, and closes it. */
async function using(name: string, work: (opened: Opened) => Promise<number>): Promise<number> {
  const opened = await open(name);
  if (typeof opened === 'number') return opened;
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

async function open(name: string): Promise<Opened | number> {
  if (!serverOf(name))
    return { place: name, store: new FileStore({ file: resolve(name) }), close: () => Promise.resolve() };
  const store = openStore(name);
  if ('text' in store) return failed(store.text, 2);
  const why = await store.ready();
  if (!why) return { place: store.place, store, audit: id => store.audit(id), close: () => store.close() };
  await store.close();
  return failed(`${store.place} cannot be reached: ${why.text}`, 1);
}

async function copy(from: Opened, to: Opened, isDry: boolean): Promise<number> {
  const source = from.store.list();
  const target = to.store.list();
  if (source.broken || source.unreadable.length > 0)
    return failed(`${from.place} cannot be read whole: ${source.problems[0]?.message.text ?? ''}`, 1);
  const edits = source.rules.map((rule): RuleEdit => ({ type: 'add', rule: copied(rule) }));
  const planned = planEdits(target.rules, edits);
  if (!planned.ok) return failed(planned.problem.message.text, 1);
  const lines = planned.steps.map(step => {
    if (step.type === 'append') return `+ ${shown(step.rule)}`;
    const rule = planned.rules.find(({ id }) => step.type === 'change' && id === step.id);
    return rule ? `~ ${shown(rule)}` : '- one that says the same twice';
  });
  process.stdout.write(
    [...lines, `${to.place}: ${lines.length} of ${edits.length} rules change something.`, ''].join('\n'),
  );
  if (isDry || lines.length === 0) return 0;
  // Exactly what was shown, or nothing.
  const changed = await to.store.change(edits, target.revision);
  return changed.ok ? 0 : failed(changed.problem.message.text, 1);
}

/** It is another rule than the one that it was copied from, and may become one that says something else. */
function copied({ action, pattern, description, expires, beside }: StoredRule): StoredRule {
  return {
    id: `r-${randomUUID().slice(0, 13)}`,
    action,
    pattern,
    created: { at: Date.now(), by: 'import' },
    ...(description === undefined ? {} : { description }),
    ...(expires === undefined ? {} : { expires }),
    ...(beside ? { beside } : {}),
  };
}

async function list(store: RuleStore): Promise<number> {
  const { rules: found, problems, broken } = store.list();
  process.stdout.write(found.map(rule => `${rule.id}  ${shown(rule)}${signed(rule)}\n`).join(''));
  for (const { message } of problems) process.stderr.write(`latch rules: ${message.text}\n`);
  return broken ? 1 : 0;
}

function signed({ author }: StoredRule): string {
  return author ? `  (${author.who}, ${new Date(author.at).toISOString()})` : '';
}

async function log({ place, audit }: Opened, id: string | undefined): Promise<number> {
  if (!audit) return failed(`${place} is a file, and a file has no log of its rules; git may have one.`, 2);
  const found = await audit(id);
  process.stdout.write(found.map(entry => `${logLine(entry)}\n`).join(''));
  return 0;
}

function logLine({ rule, at, who, role, call, before, after }: RuleAudit): string {
  const [old, now] = [before, after].map(side => (side ? `${side.action} ${side.pattern}` : 'nothing'));
  const from = call === undefined ? '' : `  from ${call}`;
  return `${new Date(at).toISOString()}  ${signedBy({ who, role })}  ${rule}: ${old} -> ${now}${from}`;
}

function shown({ action, pattern, expires }: StoredRule): string {
  return `${action} ${pattern}${expires === undefined ? '' : `, until ${new Date(expires).toISOString()}`}`;
}

function failed(what: string, code: number): number {
  process.stderr.write(`latch rules: ${what}\n`);
  return code;
}
