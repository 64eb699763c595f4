import { networkTool } from '../../call/call';
import { say } from '../../texts/sentence';
import type { Because } from '../language/verdict';
import { becauseOf, type CompiledRule } from '../match/compiled';
import type { World } from '../paths/world';
import type { ShellWord } from '../shell/syntax';
import { textWithHoles } from '../shell/word';
import type { Occurrence } from '../starts/expand';
import { programName } from '../starts/program';
import { possibleHosts } from './hosts';
import { assignedTexts, fedTexts, isUnderstood, mayStart, textOf } from './mentions';
import type { RuleSet } from './ruleSet';

/** A rule that forbids a host asks about a command that names it, and about one that hides where it connects to. */
export function reachedHost(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrences: readonly Occurrence[],
  world: World,
): Because | undefined {
  const any = ruleForHosts(set, action, world);
  if (!any) return undefined;
  const { now } = world.context;
  const rules = set[action];
  const assigned = assignedTexts(occurrences);
  for (const occurrence of occurrences) {
    const { words, command } = occurrence;
    const targets = command.redirects.map(({ target }) => textOf(target));
    // Bash connects by itself where a redirection names such a file.
    const connects = targets.some(target => /^\/dev\/(?:tcp|udp)\//.test(target));
    if (!connects && !gitConnects(words) && isUnderstood(occurrence, world)) continue;
    if (hidesHost(words)) return mayStart(any, command.text);
    const texts = [...words.slice(1).map(textOf), ...fedTexts(command), ...targets, ...assigned];
    for (const [host, name] of hostsIn(texts, world)) {
      const rule = rules.host(host, networkTool, now);
      if (!rule || (rule.rule.kind === 'domain' && isAnyName(rule.rule.host) && !isAddress.test(name))) continue;
      const note = say('It may reach {host}, which the {action} rule {rule} names.', {
        host: name,
        action: say(action),
        rule: rule.text,
      });
      return becauseOf(rule, command.text, 'ask', note);
    }
  }
  return undefined;
}

/** Any rule for a host; none where the kernel holds, since what it decides by the connection is no question beforehand. */
export function ruleForHosts(set: RuleSet, action: 'deny' | 'ask', { context }: World): CompiledRule | undefined {
  return context.held === true ? undefined : set[action].anyHost(context.now);
}

/** Programs whose arguments say where they connect to. */
const clients: ReadonlySet<string> = new Set(
  (
    'curl wget wget2 aria2c http https xh httpie lynx links elinks w3m ssh scp sftp rsync mosh nc ncat netcat socat ' +
    'telnet ftp lftp ping dig nslookup host whois'
  ).split(' '),
);

/** What git takes as text elsewhere is an address for these, now or with the next one of them. */
function gitConnects(words: readonly ShellWord[]): boolean {
  return (
    programName(words[0]?.value ?? '') === 'git' &&
    words.some(({ value }) => /^(?:push|pull|fetch|remote)$/.test(value ?? ''))
  );
}

/** Addresses come from a file, or from a part of the command that is not known. */
function hidesHost(words: readonly ShellWord[]): boolean {
  const program = programName(words[0]?.value ?? '');
  if (!clients.has(program)) return false;
  const listing = program === 'curl' ? /^(?:-\w*K|--config)/ : /^(?:-\w*i|--input-file|--config)/;
  return words.some((word, at) => {
    if (at > 0 && /^(?:curl|wget2?|aria2c)$/.test(program) && listing.test(word.value ?? '')) return true;
    // A name in letters of another script has a second spelling.
    if (at > 0 && /^(?:[a-z][\w+.-]*:\/\/)?(?=[^/?#\s]*[^\0-\x7f])[^/?#\s=]+\./i.test(word.value ?? '')) return true;
    if (at === 0 || word.value !== undefined || /^-\w+$/.test(words[at - 1]?.value ?? '')) return false;
    return !/^[a-z][a-z0-9+.-]*:\/\/[^/?#\0]+[/?#]/i.test(textWithHoles(word, '\0'));
  });
}

/** A rule for hosts of any name must not take each name of a file for one of them. */
function isAnyName(host: string): boolean {
  return /(?:^|\.)\*$/.test(host);
}

const isAddress = /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:|^\/dev\/(?:tcp|udp)\//i;
const longest = 20_000;

/** What may be a host in these texts, each in the spelling of rules, with the text that it stands in. */
function* hostsIn(texts: readonly string[], world: World): Iterable<readonly [string, string]> {
  for (const text of texts) {
    world.budget.spend(text.length / 8);
    for (const [token] of text.slice(0, longest).matchAll(/[^\s'"`,;|&()<>{}$!]+/g)) {
      // A number of few digits is an address too, but nobody writes one so where it is the value of an option.
      const parts = [token, ...token.split(/[/=@?#%]|:(?=[^\]]*$)|::/)].filter(
        part => !/^\d{0,7}$/.test(part) || part === token,
      );
      for (const part of new Set(parts)) for (const host of possibleHosts(part)) yield [host, token];
    }
  }
}
