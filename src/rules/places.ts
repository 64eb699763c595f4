import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '../core/call/ruleRef';
import { FileStore, type WhileWriting } from '../stores/fileStore';
import { OwnStore } from '../stores/ownStore';
import { sha256 } from '../stores/sha256';

export interface RulePlacesOptions {
  readonly workspace: string;
  /** Rules files that the person named; instead of those that are found. */
  readonly files?: readonly string[];
  /** Where rules for this folder lie that are nobody else's; without it there are none. */
  readonly privateFolder?: string;
  /** Whether this person's own rules live in memory now, and no file of theirs is read or written. */
  readonly inMemory?: () => boolean;
  /** Runs the writing of each change of the project's rules that is made here. */
  readonly whileProjectIsWritten?: WhileWriting;
}

/** A file of rules, and what its scope means by it. */
export interface Place {
  readonly scope: Scope;
  readonly file: string;
  readonly store: FileStore | OwnStore;
  /** The folder that a leading `/` of a path rule means. */
  readonly root: string;
  /** Without this file nothing is known, so its absence asks. */
  readonly required: boolean;
}

/** Where the rules of this folder lie. */
export function placesOf(options: RulePlacesOptions): readonly Place[] {
  const { workspace, files } = options;
  return files ? files.map(file => named(file, workspace)) : found(options);
}

function named(file: string, root: string): Place {
  return { scope: 'user', file, store: new FileStore({ file }), root, required: true };
}

function found({
  workspace,
  privateFolder,
  inMemory = () => false,
  whileProjectIsWritten,
}: RulePlacesOptions): readonly Place[] {
  const [project, user] = [projectRules(workspace), userRules()];
  const team = new FileStore({
    file: project,
    within: workspace,
    ...(whileProjectIsWritten ? { whileWriting: whileProjectIsWritten } : {}),
  });
  return [
    ...(privateFolder === undefined ? [] : [own(privateFolder, workspace, inMemory)]),
    { scope: 'project', file: project, store: team, root: workspace, required: false },
    {
      scope: 'user',
      file: user,
      store: new OwnStore(new FileStore({ file: user }), inMemory),
      root: homedir(),
      required: false,
    },
  ];
}

function own(folder: string, workspace: string, inMemory: () => boolean): Place {
  const file = join(folder, `${sha256(workspace).slice(0, 32)}.json`);
  return {
    scope: 'workspace',
    file,
    store: new OwnStore(new FileStore({ file, private: true }), inMemory),
    root: workspace,
    required: false,
  };
}

export function projectRules(workspace: string): string {
  return join(workspace, '.latch', 'rules.json');
}

function userRules(): string {
  return join(homedir(), '.latch', 'rules.json');
}
