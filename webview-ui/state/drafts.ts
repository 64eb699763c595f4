/** Texts that a person has begun to write, by the place they are written in; they outlive a reload of the page. */
export type Drafts = ReadonlyMap<string, string>;

/** Of the composer; alone, of the one that stands where there is no session yet. */
const composer = 'composer:';
/** Of so many sessions the drafts are kept. */
const mostSessions = 20;

/** What is written for a session, or for the one that begins with it. */
export function composerDraft(sessionId: string | undefined): string {
  return `${composer}${sessionId ?? ''}`;
}

/** What tells which session is in front. */
interface InFront {
  readonly chat: { readonly activeSessionId: string | undefined };
}

/** Where what is written under this key belongs by now: the session with which it was to begin may be there. */
export function placeNow(key: string, { chat }: InFront): string {
  return key === composer ? composerDraft(chat.activeSessionId) : key;
}

/** What is written by now where this key leads. */
export function draftNow(key: string, state: InFront & { readonly drafts: Drafts }): string {
  return state.drafts.get(placeNow(key, state)) ?? '';
}

/** The session is there for which something was written before: that goes with it, behind what it had. */
export function movedTo<T>(
  sessionId: string,
  all: ReadonlyMap<string, T>,
  joined: (had: T, written: T) => T,
): ReadonlyMap<string, T> {
  const written = all.get(composer);
  if (written === undefined) return all;
  const left = new Map(all);
  left.delete(composer);
  const to = composerDraft(sessionId);
  const had = all.get(to);
  return left.set(to, had === undefined ? written : joined(had, written));
}

export function readDrafts(saved: unknown): Drafts {
  if (typeof saved !== 'object' || saved === null || !('drafts' in saved) || !Array.isArray(saved.drafts)) {
    return new Map();
  }
  const pairs: unknown[] = saved.drafts;
  return new Map(pairs.filter(isPair));
}

/** What is written in a card is kept under `what:card` or `what:card:revision`. */
function belongsTo(draftKey: string, cardKey: string): boolean {
  const place = draftKey.slice(draftKey.indexOf(':') + 1);
  return place === cardKey || place.startsWith(`${cardKey}:`);
}

/** The drafts of these cards, and those of the composer that were changed last. */
export function ofCards(drafts: Drafts, cardKeys: readonly string[]): Drafts {
  const written = [...drafts].filter(([key]) => key.startsWith(composer)).slice(-mostSessions);
  const ofCard = [...drafts].filter(([key]) => cardKeys.some(card => belongsTo(key, card)));
  return new Map([...written, ...ofCard]);
}

export function withoutCard(drafts: Drafts, cardKey: string): Drafts {
  return new Map([...drafts].filter(([key]) => !belongsTo(key, cardKey)));
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(part => typeof part === 'string');
}
