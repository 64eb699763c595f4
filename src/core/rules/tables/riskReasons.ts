import type { Risk } from '../../call/judgement';
import { say, type Sentence, type Template } from '../../texts/sentence';

interface RiskReason {
  readonly level: Risk;
  /** Completes "It …". */
  readonly sentence: Sentence;
}

const table = {
  'delete-root-or-home': ['critical', 'deletes a whole root, home or working folder'],
  'pipe-to-shell': ['critical', 'runs a text straight from the network'],
  'disk-write': ['critical', 'overwrites a disk'],
  'fork-bomb': ['critical', 'starts copies of itself without end'],
  'secret-exfil': ['critical', 'sends a secret over the network'],
  'reverse-shell': ['critical', 'gives control of this machine to another one'],
  'obfuscated-exec': ['critical', 'runs a text that was hidden by an encoding'],
  'system-destroy': ['critical', 'breaks the system as a whole'],
  privilege: ['high', 'runs with the rights of another user'],
  'recursive-delete': ['high', 'deletes whole folders'],
  persistence: ['high', 'makes something run later by itself'],
  'secret-read': ['high', 'reads a secret'],
  'secret-write': ['high', 'overwrites a secret'],
  'network-upload': ['high', 'sends data to another machine'],
  'force-push': ['high', 'overwrites or deletes what others can see in the remote repository'],
  'history-rewrite': ['high', 'discards work or rewrites history'],
  'package-publish': ['high', 'publishes something for others'],
  'permission-change': ['high', 'changes who may read, write or run files'],
  'mass-kill': ['high', 'ends many processes'],
  'infra-destroy': ['high', 'removes infrastructure or its data'],
  'db-destroy': ['high', 'deletes data from a database'],
  shutdown: ['high', 'stops the machine'],
  'security-disable': ['high', 'turns a protection off'],
  'env-injection': ['high', 'sets a variable that makes programs run other code'],
  'git-exec-config': ['high', 'makes git run a program'],
  'system-write': ['high', 'writes into a system folder'],
  'hidden-text': ['high', 'contains characters that cannot be seen'],
  'remote-code': ['high', 'downloads code and runs it'],
  'dynamic-code': ['high', 'runs code that is put together at run time'],
  'exec-flag': ['high', 'starts a program through an option'],
  'config-tamper': ['high', 'changes the configuration of a tool'],
  'raw-socket': ['high', 'opens a raw network connection'],
  'file-write': ['medium', 'writes files'],
  'file-delete': ['medium', 'deletes files'],
  network: ['medium', 'uses the network'],
  'package-install': ['medium', 'installs packages'],
  'code-exec': ['medium', 'runs code of the project'],
  'git-write': ['medium', 'changes the repository'],
  'git-push': ['medium', 'sends commits to the remote repository'],
  'process-kill': ['medium', 'ends a process'],
  'process-attach': ['medium', 'looks into another process'],
  'unknown-command': ['medium', 'runs something that is not known to be harmless'],
  unparseable: ['medium', 'cannot be understood in full'],
  'very-long': ['high', 'is too long to be judged'],
  'outside-workspace': ['medium', 'reaches outside the workspace'],
  background: ['medium', 'keeps running in the background'],
  'env-dump': ['medium', 'shows the environment, which may hold secrets'],
  container: ['medium', 'controls containers'],
} as const satisfies Record<string, readonly [Risk, Template]>;

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
  const [level, sentence] = table[name];
  const named: Partial<Record<RiskName, (typeof withObject)[keyof typeof withObject]>> = withObject;
  const template = object === undefined ? undefined : named[name];
  return {
    level,
    sentence: template === undefined || object === undefined ? say(sentence) : say(template, { object }),
  };
}

export const riskLevels: readonly Risk[] = ['low', 'medium', 'high', 'critical'];
