import type { ShellWord } from '../shell/syntax';

const mostHosts = 8;

/** The hosts that the arguments of a command name: of addresses, and of `user@host:path`. */
export function hostsOf(words: readonly ShellWord[]): readonly string[] {
  const hosts = words.slice(1).flatMap(word => {
    const text = (word.value ?? word.raw).slice(0, 2000);
    const host =
      /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?(\[[^\]]+\]|[\w.-]+)/i.exec(text) ?? /^[\w.-]+@([\w.-]+)(?::|$)/.exec(text);
    return host?.[1] === undefined ? [] : [host[1]];
  });
  return [...new Set(hosts)].slice(0, mostHosts);
}
