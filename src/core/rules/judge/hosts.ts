/** Every host that an address may mean, for rules that forbid: with a user before it, another scheme, or none. */
export function possibleHosts(url: string): readonly string[] {
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?[\\/]*([^/?#\\]*)/i.exec(url.trim())?.[1] ?? '';
  const parts = authority.split('@').map(part => part.replace(/:[0-9]*$/, ''));
  const hosts = parts.flatMap(part => [plain(part), oneSpelling(part)]);
  return [...new Set([...hosts, ...hosts.flatMap(sameAs)])];
}

/** The one host that an address surely means, in the spelling of rules. */
export function hostOf(url: string): string | undefined {
  const match = /^https?:\/\/([^/?#\\@\s]+)(?:[/?#]|$)/i.exec(url);
  const host = match?.[1]?.replace(/:[0-9]*$/, '');
  if (host === undefined || !/^[\w.-]+$|^\[[0-9a-f:.]+\]$/i.test(host)) return undefined;
  return oneSpelling(host);
}

function plain(host: string): string {
  return host.toLowerCase().replace(/\.+$/, '');
}

/** Numbers, full-width letters and escapes: what a browser makes of a host before it looks for it. */
function oneSpelling(host: string): string {
  const text = plain(decoded(host).normalize('NFKC').replaceAll('。', '.'));
  const inside = /^\[([^%]*)(?:%.*)?\]$/.exec(text)?.[1];
  if (inside !== undefined) return fourNumbers(inside) ?? sixNumbers(inside);
  return fourNumbers(text) ?? text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `127.1`, `0x7f.1`, `2130706433` and `0177.0.0.1` are all `127.0.0.1`. */
function fourNumbers(text: string): string | undefined {
  const parts = text.split('.').map(numberOf);
  const last = parts.at(-1);
  if (parts.length > 4 || last === undefined || parts.some(part => part === undefined)) return undefined;
  const bytes = parts.slice(0, -1).map(part => part ?? 0);
  const rest = 4 - bytes.length;
  if (bytes.some(byte => byte > 255) || last >= 256 ** rest) return undefined;
  for (let at = rest - 1; at >= 0; at--) bytes.push(Math.floor(last / 256 ** at) % 256);
  return bytes.join('.');
}

function numberOf(text: string): number | undefined {
  if (/^0x[0-9a-f]*$/.test(text)) return Number.parseInt(text.slice(2) || '0', 16);
  if (/^0[0-7]*$/.test(text)) return Number.parseInt(text, 8);
  return /^[1-9][0-9]*$/.test(text) ? Number(text) : undefined;
}

/** The loopback of six numbers is that of four, as far as a rule is concerned, and an address of four may stand in one of six. */
function sixNumbers(text: string): string {
  const groups = groupsOf(text);
  if (!groups) return `[${text}]`;
  const four = ([high = 0, low = 0]: readonly number[]): string =>
    [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const begins = (...start: readonly number[]): boolean => start.every((group, at) => groups[at] === group);
  const zeros = groups.findIndex(group => group !== 0);
  if (zeros === 7 && groups[7] === 1) return '127.0.0.1';
  if (zeros === -1) return '0.0.0.0';
  // Mapped, translated, compatible, and through a relay.
  if (begins(0, 0, 0, 0, 0, 0xffff) || begins(0, 0, 0, 0, 0xffff, 0) || begins(0x64, 0xff9b) || zeros === 6)
    return four(groups.slice(6));
  if (begins(0x2002)) return four(groups.slice(1));
  return `[${groups.map(group => group.toString(16)).join(':')}]`;
}

/** All eight groups of an address of six numbers. */
function groupsOf(text: string): readonly number[] | undefined {
  const last = /[^:]*$/.exec(text)?.[0] ?? '';
  const tail = last.includes('.') ? fourNumbers(last)?.split('.').map(Number) : undefined;
  const [a = 0, b = 0, c = 0, d = 0] = tail ?? [];
  const plainText = tail
    ? `${text.slice(0, text.length - last.length)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
    : text;
  const [before = '', after, ...more] = plainText.split('::');
  const read = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));
  const left = read(before);
  const right = read(after ?? '');
  const missing = 8 - left.length - right.length;
  if (more.length > 0 || missing < 0 || (after === undefined && missing !== 0)) return undefined;
  const all = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return all.every(group => /^[0-9a-f]{1,4}$/.test(group)) ? all.map(group => Number.parseInt(group, 16)) : undefined;
}

/** All that leads to this machine, or to an address which stands in the name. */
function sameAs(host: string): readonly string[] {
  const embedded = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})\.(?:nip|sslip|xip)\.io$/.exec(host);
  if (embedded) return [embedded.slice(1).join('.')];
  const isHere =
    /^(?:127(?:\.\d+){3}|0\.0\.0\.0|localhost|(?:.+\.)localhost|localhost\.localdomain|(?:ip6-)?loopback|ip6-localhost|localhost6?)$/;
  return isHere.test(host) ? ['127.0.0.1', 'localhost', '[::1]'] : [];
}
