import type { KernelLimits } from '../session/enforcement';
import { isObject, type Json, type JsonObject } from '../base/json';
import { quoted, say, type Sentence } from '../texts/sentence';

/**
 * The sandbox of the CLI, as its settings want it. Every command asks as before, none runs outside of it, and where it
 * cannot be set up the CLI ends: without that it would go on without a sandbox after a line on stderr.
 */
export function sandboxSettings(limits: KernelLimits): JsonObject {
  const { denyRead, denyWrite, allowWrite, deniedHosts, excluded = [] } = limits;
  return {
    enabled: true,
    failIfUnavailable: true,
    autoAllowBashIfSandboxed: false,
    allowUnsandboxedCommands: false,
    filesystem: { denyRead: [...denyRead], denyWrite: [...denyWrite], allowWrite: [...allowWrite] },
    network: { allowedDomains: [], deniedDomains: [...deniedHosts] },
    excludedCommands: excluded.map(command => `${command}:*`),
  };
}

/**
 * What an agent is started with. The CLI never lets go of a limit that its arguments gave it, also when the rule is gone;
 * what it is told while it runs replaces what it was told before.
 */
export const noLimits: KernelLimits = { denyRead: [], denyWrite: [], allowWrite: [], deniedHosts: [] };

/** Makes limits those of the running CLI: its next command obeys them. */
export function limitsRequest(limits: KernelLimits): JsonObject {
  return { subtype: 'apply_flag_settings', settings: { sandbox: sandboxSettings(limits) } };
}

export const settingsRequest: JsonObject = { subtype: 'get_settings' };

/**
 * Why what the CLI says it obeys is less than what it was told; 2.1.197 acknowledges what it did not understand. Other
 * settings may add limits, and must not lift any.
 */
export function sandboxObjection(reply: JsonObject, limits: KernelLimits): Sentence | undefined {
  const effective = at(reply, 'effective', 'sandbox');
  if (!isObject(effective)) return say('This Claude Code has no sandbox, or does not say that it has one.');
  const wanted = sandboxSettings(limits);
  for (const name of ['enabled', 'failIfUnavailable', 'autoAllowBashIfSandboxed', 'allowUnsandboxedCommands'])
    if (effective[name] !== wanted[name]) return lifted(name);
  for (const [group, name] of lists) {
    const told = texts(at(effective, group, name));
    if (texts(at(wanted, group, name)).some(text => !told.includes(text))) return lifted(`${group}.${name}`);
  }
  const ours = texts(wanted['excludedCommands']);
  const excluded = texts(effective['excludedCommands']).filter(command => !ours.includes(command));
  if (excluded.length > 0)
    return say(
      'Other settings of Claude Code let commands out of the sandbox (sandbox.excludedCommands), each with the whole line in which it stands: {commands}.',
      { commands: excluded.map(quoted) },
    );
  const weaker = weakening.find(path => isSet(at(effective, ...path)));
  return weaker && lifted(weaker.join('.'));
}

const lists = [
  ['filesystem', 'denyRead'],
  ['filesystem', 'denyWrite'],
  ['network', 'deniedDomains'],
] as const;

/** Settings by which the CLI lets a command out of what it was told. */
const weakening: readonly (readonly string[])[] = [
  ['enableWeakerNestedSandbox'],
  ['enableWeakerNetworkIsolation'],
  ['filesystem', 'allowRead'],
  ['network', 'allowUnixSockets'],
  ['network', 'allowAllUnixSockets'],
];

function lifted(setting: string): Sentence {
  return say('Another setting of Claude Code changes sandbox.{setting}.', { setting });
}

function isSet(value: Json | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== null;
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter(text => typeof text === 'string') : [];
}

function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, name) => (isObject(found) ? found[name] : undefined), value);
}

/** From here on each attack that we know was seen to fail; 2.1.197 is known to be weaker. */
const seenToHold = [2, 1, 326];

/** What a command of this version could do all the same. */
export function weaknessesOf(version: string, asRoot: boolean): readonly Sentence[] {
  const numbers = version.split('.').map(Number);
  const place = seenToHold.findIndex((number, index) => numbers[index] !== number);
  if (place < 0 || (numbers[place] ?? 0) > (seenToHold[place] ?? 0)) return [];
  return [
    say(
      'With Claude Code {version} a command can move the folder in which a place lies that it must not write, and make another one there. {newer} does not let it.',
      { version, newer: seenToHold.join('.') },
    ),
    say(
      'With Claude Code {version} a command can write in a place that it must not write where the path of it has one of * ? [ in it. {newer} does not let it.',
      { version, newer: seenToHold.join('.') },
    ),
    ...(asRoot
      ? [
          say(
            'You are root, and with Claude Code {version} a command of root can undo what is held. {newer} does not let it.',
            {
              version,
              newer: seenToHold.join('.'),
            },
          ),
        ]
      : []),
  ];
}
