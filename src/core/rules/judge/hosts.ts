/** Every host that an address may mean, for rules that forbid: with a user before it, another scheme, or none. */
export function possibleHosts(url: string): readonly string[] {
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?[\\/]*([^/?#\\]*)/i.exec(url.trim())?.[1] ?? '';
  const parts = authority.split('@').map(part => part.replace(/:[0-9]*$/, ''));
  return [...new Set(parts.flatMap(part => [plain(part), oneSpelling(part)]))];
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
  const inside = /^\[(?:::ffff:)?(.*)\]$/.exec(text)?.[1];
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

/** Groups without leading zeros; the loopback of six numbers is that of four, as far as a rule is concerned. */
function sixNumbers(text: string): string {
  const short = text
    .split(':')
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':');
  return /^(?:0:)*:?:?1$/.test(short) ? '127.0.0.1' : `[${short}]`;
}
