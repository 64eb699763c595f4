import type { Decision, Offered } from '../call/call';
import { namedHidden } from '../change/hidden';
import { asString, isObject, type JsonObject } from '../base/json';

/** What an answer means, which the protocol fixes; the id of an option is its agent's own, and opaque. */
type OptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';

export interface Option {
  readonly id: string;
  readonly name: string;
  readonly kind: OptionKind;
}

type Outcome = { readonly outcome: 'selected'; readonly optionId: string } | { readonly outcome: 'cancelled' };

export const kinds: readonly OptionKind[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

/** The answers that an agent would take; undefined where one of them breaks the protocol. */
export function readOptions(value: unknown): readonly Option[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const read = value.map(optionIn);
  const options = read.filter(option => option !== undefined);
  const ids = new Set(options.map(({ id }) => id));
  return options.length === read.length && ids.size === options.length ? options : undefined;
}

function optionIn(value: unknown): Option | undefined {
  if (!isObject(value)) return undefined;
  const id = asString(value['optionId']);
  const name = asString(value['name']);
  const kind = kinds.find(it => it === value['kind']);
  return id === undefined || name === undefined || kind === undefined ? undefined : { id, name, kind };
}

const longestName = 200;

/** A name stands where nothing marks what hides in it. */
function shown<Name extends string | undefined>(name: Name): Name | string {
  return name === undefined ? name : namedHidden(name.slice(0, longestName));
}

/** What a card may offer of it. What lasts is only for a person, by a button of its own. */
export function offeredIn(options: readonly Option[], agent: string): Offered {
  const named = (kind: OptionKind): string | undefined => shown(options.find(option => option.kind === kind)?.name);
  const allow = named('allow_once');
  const deny = named('reject_once');
  const lasting = options
    .filter(({ kind }) => kind === 'allow_always')
    .map(({ id, name }) => ({ id, name: shown(name) }));
  return {
    agent,
    lasting,
    ...(allow === undefined ? {} : { allow }),
    ...(deny === undefined ? {} : { deny }),
  };
}

/**
 * The answer that a decision makes, chosen by kind and given as the agent's own id. Once is never turned into always: an
 * allow for which nothing fits gives no answer at all, and a deny is then the cancelled outcome.
 */
export function outcomeOf(decision: Decision, options: readonly Option[]): Outcome | undefined {
  const select = (option: Option): Outcome => ({ outcome: 'selected', optionId: option.id });
  const first = (kind: OptionKind): Option | undefined => options.find(option => option.kind === kind);
  if (decision.choice === 'deny') {
    const reject = decision.stop ? undefined : first('reject_once');
    return reject ? select(reject) : cancelledOutcome;
  }
  const { option: lasting } = decision;
  if (lasting !== undefined) {
    const chosen = options.find(({ id, kind }) => id === lasting && kind === 'allow_always');
    return decision.by.kind === 'person' && chosen ? select(chosen) : undefined;
  }
  const once = first('allow_once');
  return once && select(once);
}

const cancelledOutcome: Outcome = { outcome: 'cancelled' };

/** The reply to a permission request. */
export function permissionReply(outcome: Outcome): JsonObject {
  return { outcome: { ...outcome } };
}
