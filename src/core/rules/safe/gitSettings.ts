/** Which settings make git start a program, or hold a secret. */
import { isHarmlessKey, isReadingSection, lfsFilter, startedElsewhere } from '../tables/gitKeys';
import type { GitSetting } from '../language/verdict';

/** How far a command looks: at names and messages only, or at files and what stands in them. */
export type Reach = 'names' | 'files';

interface Asking {
  readonly name: string;
  readonly reach: Reach;
}

/**
 * The setting because of which this command may start a program. What the person has set for all repositories counts
 * only where the command starts it; what a repository sets counts always, unless it is known to be harmless.
 */
export function startingSetting(settings: readonly GitSetting[], { name, reach }: Asking): GitSetting | undefined {
  return settings.find((setting, at) => {
    if (setting.key === `alias.${name}` || setting.key === `alias.${name}.command`) return true;
    if (isHarmless(setting)) return false;
    if (isPersons(setting)) {
      const isStarted = isReadingSection(setting.key) && !startedElsewhere.has(setting.key);
      return isStarted && reach === 'files' && !isOverridden(settings, at);
    }
    return !isOverridden(settings, at);
  });
}

function isPersons({ scope }: GitSetting): boolean {
  return scope === 'system' || scope === 'global' || scope === 'command';
}

function isOverridden(settings: readonly GitSetting[], at: number): boolean {
  const key = settings[at]?.key;
  return settings.some((setting, index) => index > at && setting.key === key);
}

const isBoolean = /^(?:true|false|yes|no|on|off|0|1|)$/i;

function isHarmless({ key, value }: GitSetting): boolean {
  if (key === 'core.fsmonitor' || key === 'log.showsignature' || key.startsWith('pager.'))
    return key === 'log.showsignature' ? /^(?:false|no|off|0)$/i.test(value) : isBoolean.test(value);
  // The signature of a commit is checked by another program.
  if (/^(?:format\.pretty$|pretty\.)/.test(key)) return !value.includes('%G');
  // Only a word that is no command of git itself is looked up there.
  if (key.startsWith('alias.')) return true;
  if (/^submodule\..*\.update$/.test(key)) return !value.startsWith('!');
  if (isPartial(key)) return true;
  return isHarmlessKey(key) || lfsFilter.has(`${key}=${value}`) || value === '';
}

function isPartial(key: string): boolean {
  return /^(?:extensions\.partialclone|remote\..*\.(?:promisor|partialclonefilter))$/.test(key);
}

/** The setting because of which objects that are missing are fetched when they are read. */
export function fetchingSetting(settings: readonly GitSetting[], reach: Reach): GitSetting | undefined {
  const partial = settings.find(({ key }) => isPartial(key));
  if (!partial) return undefined;
  return settings.find(startsHelper) ?? (reach === 'files' ? partial : undefined);
}

/** An address may name a program that fetches: `ext::program`. */
function startsHelper({ key, value }: GitSetting): boolean {
  const address = /^remote\..*\.url$/.test(key) ? value : /^url\.(.*)\.insteadof$/.exec(key)?.[1];
  return address !== undefined && !/^(?:https?:\/\/|ssh:\/\/|[\w.-]+@[\w.-]+:(?!:))/.test(address);
}

/** Programs that only a command which uses the network starts. */
const overNetwork = /^(?:credential\.|core\.(?:sshcommand|askpass|gitproxy)$|remote\.|url\.|http\.|protocol\.)/;
const stayingHere = new Set(
  'add commit status log diff show branch checkout switch merge tag stash reset restore rm mv revert cherry-pick clean rebase config'.split(
    ' ',
  ),
);

/** What is set and may be started by this command in one way or another, as texts. */
export function startedTexts(
  settings: readonly GitSetting[],
  name: string,
): readonly { readonly key: string; readonly text: string }[] {
  const isPartialClone = settings.some(({ key }) => isPartial(key));
  return settings
    .filter(setting => (!isHarmless(setting) || startsHelper(setting)) && !setting.key.startsWith('alias.'))
    .filter(({ key }) => isPartialClone || !stayingHere.has(name) || !overNetwork.test(key))
    .map(({ key, value }) => ({ key, text: `${key.replaceAll('::', ' ')} ${value.replaceAll('::', ' ')}` }));
}

const secretName = /token|secret|passw|pass$|extraheader|cookie|credential|apikey|auth/;

/** The setting that would be shown together with a secret in it. */
export function secretSetting(settings: readonly GitSetting[]): GitSetting | undefined {
  return settings.find(
    ({ key, value }) =>
      holdsLogin(key) ||
      holdsLogin(value) ||
      (secretName.test(key) && !isBoolean.test(value) && !/\.helper$|^core\.|^sendemail\.smtpauth/.test(key)),
  );
}

/** A name with a password before the `@` of an address, or a token alone, which is longer than names are. */
function holdsLogin(text: string): boolean {
  return /[a-z+]:\/\/(?:[^/\s@:]*:[^/\s@]+|[^/\s@:]{20,})@/i.test(text);
}
