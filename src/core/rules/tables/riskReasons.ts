import type { Risk } from '../../call/judgement';
import { say, type Sentence, type Template } from '../../texts/sentence';

interface RiskReason {
  readonly level: Risk;
  /** Completes "It …". */
  readonly sentence: Sentence;
}

const critical = {
  'delete-root-or-home': 'deletes a whole root, home or working folder',
  'pipe-to-shell': 'runs a text straight from the network',
  'disk-write': 'overwrites a disk',
  'fork-bomb': 'starts copies of itself without end',
  'secret-exfil': 'sends a secret over the network',
  'reverse-shell': 'gives control of this machine to another one',
  'obfuscated-exec': 'runs a text that was hidden by an encoding',
  'system-destroy': 'breaks the system as a whole',
} as const satisfies Record<string, Template>;

const high = {
  privilege: 'runs with the rights of another user',
  'recursive-delete': 'deletes whole folders',
  persistence: 'makes something run later by itself',
  'secret-read': 'reads a secret',
  'secret-write': 'overwrites a secret',
  'network-upload': 'sends data to another machine',
  'force-push': 'overwrites or deletes what others can see in the remote repository',
  'history-rewrite': 'discards work or rewrites history',
  'package-publish': 'publishes something for others',
  'permission-change': 'changes who may read, write or run files',
  'mass-kill': 'ends many processes',
  'infra-destroy': 'removes infrastructure or its data',
  'db-destroy': 'deletes data from a database',
  shutdown: 'stops the machine',
  'security-disable': 'turns a protection off',
  'env-injection': 'sets a variable that makes programs run other code',
  'git-exec-config': 'makes git run a program',
  'system-write': 'writes into a system folder',
  'hidden-text': 'contains characters that cannot be seen',
  'remote-code': 'downloads code and runs it',
  'dynamic-code': 'runs code that is put together at run time',
  'exec-flag': 'starts a program through an option',
  'config-tamper': 'changes the configuration of a tool',
  'raw-socket': 'opens a raw network connection',
  'very-long': 'is too long to be judged',
} as const satisfies Record<string, Template>;

const medium = {
  'file-write': 'writes files',
  'file-delete': 'deletes files',
  network: 'uses the network',
  'package-install': 'installs packages',
  'code-exec': 'runs code of the project',
  'git-write': 'changes the repository',
  'git-push': 'sends commits to the remote repository',
  'process-kill': 'ends a process',
  'process-attach': 'looks into another process',
  'unknown-command': 'runs something that is not known to be harmless',
  unparseable: 'cannot be understood in full',
  'outside-workspace': 'reaches outside the workspace',
  background: 'keeps running in the background',
  'env-dump': 'shows the environment, which may hold secrets',
  container: 'controls containers',
} as const satisfies Record<string, Template>;

const table = { ...critical, ...high, ...medium };

export type RiskName = keyof typeof table;

/** With what it happens to, where that is known. */
const withObject = {
  'delete-root-or-home': 'deletes all of {object}',
  'pipe-to-shell': 'runs {object}, straight from the network',
  'disk-write': 'overwrites the disk {object}',
  'secret-exfil': 'sends the secret {object} over the network',
  'recursive-delete': 'deletes the folder {object}',
  persistence: 'changes {object}, which runs later by itself',
  'secret-read': 'reads the secret {object}',
  'secret-write': 'overwrites the secret {object}',
  'network-upload': 'sends data to {object}',
  'system-write': 'writes into the system folder {object}',
  'config-tamper': 'changes {object}, which tools obey',
  'file-write': 'writes {object}',
  'file-delete': 'deletes {object}',
  network: 'reaches {object}',
  'outside-workspace': 'reaches {object}, outside the workspace',
  'unknown-command': 'runs {object}, which is not known to be harmless',
} as const satisfies Partial<Record<keyof typeof table, Template>>;

export function riskReason(name: RiskName, object?: string): RiskReason {
  const sentence = table[name];
  const level = name in critical ? 'critical' : name in high ? 'high' : 'medium';
  const named: Partial<Record<RiskName, (typeof withObject)[keyof typeof withObject]>> = withObject;
  const template = object === undefined ? undefined : named[name];
  return {
    level,
    sentence: template === undefined || object === undefined ? say(sentence) : say(template, { object }),
  };
}

export const riskLevels: readonly Risk[] = ['low', 'medium', 'high', 'critical'];
