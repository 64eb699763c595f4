import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Judge, JudgedCall } from '../core/call/judgement';
import { type Mention, mentionsIn, neutralized, rooted } from '../core/message/mentions';
import type { Message } from '../core/message/message';

interface VettingParts {
  readonly cwd: string;
  /** A command may have taken the agent to another folder, in which it looks for what a message mentions. */
  readonly mayHaveMoved: boolean;
  readonly judge: (call: JudgedCall) => ReturnType<Judge>;
  /** Has a person or a rule decide about these reads; undefined: nobody will. Those that may be read come back. */
  readonly ask: (messageId: string, paths: readonly string[]) => Promise<ReadonlySet<string> | undefined>;
}

/** What exists that a mention may mean. */
interface Found {
  readonly mention: Mention;
  readonly paths: readonly string[];
}

/**
 * Looks at a message before it is sent. The agent reads what it mentions unasked, so this is where the rules are asked: what
 * they do not allow becomes a card, and what is denied there is written so that the agent does not read it.
 */
export function vet(message: Message, parts: VettingParts): Message | Promise<Message | undefined> {
  const looked = look(message, parts);
  if (!parts.mayHaveMoved) return looked;
  const inPlace = (it: Message): Message => ({
    ...it,
    text: rooted(it.text, parts.cwd, path => exists(absolute(path, parts.cwd))),
  });
  return looked instanceof Promise ? looked.then(it => it && inPlace(it)) : inPlace(looked);
}

function look(message: Message, { cwd, judge, ask }: VettingParts): Message | Promise<Message | undefined> {
  const found = existing(message.text, cwd);
  const may = new Map<string, boolean>();
  for (const path of found.flatMap(({ paths }) => paths))
    if (!may.has(path)) may.set(path, isAllowed(judge({ tool: 'Read', input: { file_path: path }, cwd })));
  const unsure = [...may].flatMap(([path, allowed]) => (allowed ? [] : [path]));
  const beyond = found.filter(({ paths }) => paths.length === 0);
  if (unsure.length === 0) return beyond.length === 0 ? message : without(message, beyond);
  return ask(message.id, unsure).then(allowed => {
    if (!allowed) return undefined;
    const refused = found.filter(({ paths }) => paths.some(path => may.get(path) !== true && !allowed.has(path)));
    return without(message, [...refused, ...beyond]);
  });
}

function isAllowed({ verdict }: ReturnType<Judge>): boolean {
  return verdict.decision === 'allow' || verdict.decision === 'pass';
}

function without(message: Message, found: readonly Found[]): Message {
  return found.length === 0
    ? message
    : {
        ...message,
        text: neutralized(
          message.text,
          found.map(({ mention }) => mention),
        ),
      };
}

/** The mentions that mean something on this disk, and those that could not be looked up any more, without a path. */
function existing(text: string, cwd: string): readonly Found[] {
  const known = new Map<string, boolean>();
  return mentionsIn(text).flatMap(mention => {
    const paths = [...new Set(mention.paths.map(path => absolute(path, cwd)))];
    for (const path of paths) if (!known.has(path)) known.set(path, exists(path));
    if (paths.length === 0) return [{ mention, paths }];
    const there = paths.filter(path => known.get(path));
    return there.length > 0 ? [{ mention, paths: there }] : [];
  });
}

function absolute(path: string, cwd: string): string {
  if (path === '~' || path.startsWith('~/') || path.startsWith('~\\')) return join(homedir(), path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
}

/** What cannot be looked at may be there. */
function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !(error instanceof TypeError);
  }
}
