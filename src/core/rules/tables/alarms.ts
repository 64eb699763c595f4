import type { Alarm } from '../../call/judgement';
import type { RiskName } from './riskReasons';

/**
 * How closely a person has to look at what a call does. It is not the level of a risk, which weighs what could come of
 * it: installing a package is a medium risk and ordinary work, and a push is one that others see.
 */
export const alarms: Readonly<Record<RiskName, Alarm>> = {
  'delete-root-or-home': 'red',
  'pipe-to-shell': 'red',
  'disk-write': 'red',
  'fork-bomb': 'red',
  'secret-exfil': 'red',
  'reverse-shell': 'red',
  'obfuscated-exec': 'red',
  'system-destroy': 'red',
  'secret-read': 'red',
  'secret-write': 'red',
  'force-push': 'red',
  'infra-destroy': 'red',
  'db-destroy': 'red',
  'hidden-text': 'red',

  privilege: 'amber',
  'recursive-delete': 'amber',
  persistence: 'amber',
  'network-upload': 'amber',
  'history-rewrite': 'amber',
  'git-push': 'amber',
  'package-publish': 'amber',
  'permission-change': 'amber',
  'mass-kill': 'amber',
  shutdown: 'amber',
  'security-disable': 'amber',
  'env-injection': 'amber',
  'git-exec-config': 'amber',
  'system-write': 'amber',
  'remote-code': 'amber',
  'dynamic-code': 'amber',
  'exec-flag': 'amber',
  'config-tamper': 'amber',
  'raw-socket': 'amber',
  'very-long': 'amber',
  'file-delete': 'amber',
  'process-attach': 'amber',
  unparseable: 'amber',
  'outside-workspace': 'amber',
  'env-dump': 'amber',

  'file-write': 'none',
  network: 'none',
  'package-install': 'none',
  'code-exec': 'none',
  'git-write': 'none',
  'process-kill': 'none',
  'unknown-command': 'none',
  background: 'none',
  container: 'none',
};
