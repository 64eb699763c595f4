/** Where a request would go, and what about it a person may misread. */
interface WebTarget {
  /** As it will be looked up: names in other scripts in their encoded form. */
  readonly host: string;
  /** The address split so that the host can stand out. */
  readonly before: string;
  readonly after: string;
  readonly warnings: readonly WebWarning[];
}

type WebWarning = 'encoded' | 'lookalike' | 'credentials' | 'plain' | 'address' | 'port';

/** Encoded (`xn--`) where a name has letters beyond ASCII: the form in which two look-alikes differ. */
export function webTarget(url: string): WebTarget | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const warnings: WebWarning[] = [];
  if (parsed.hostname.includes('xn--')) warnings.push('encoded');
  if (mixesScripts(typedHost(url))) warnings.push('lookalike');
  if (parsed.username !== '' || parsed.password !== '') warnings.push('credentials');
  if (parsed.protocol !== 'https:') warnings.push('plain');
  if (/^\[|^\d+(\.\d+){3}$/.test(parsed.hostname)) warnings.push('address');
  if (parsed.port !== '') warnings.push('port');
  const rest = `${parsed.pathname}${parsed.search}${parsed.hash}`;
  const user = parsed.username === '' ? '' : `${parsed.username}${parsed.password === '' ? '' : ':…'}@`;
  return { host: parsed.host, before: `${parsed.protocol}//${user}`, after: rest, warnings };
}

/** The host as it was typed, before a browser encodes it. */
function typedHost(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/*(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1] ?? '';
}

/** Latin letters beside Greek or Cyrillic ones: the usual way to fake a name. */
function mixesScripts(host: string): boolean {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
  return scripts.filter(script => script.test(host)).length > 1;
}
