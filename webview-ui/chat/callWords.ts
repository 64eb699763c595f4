import { asString } from '../../src/core/base/json';
import type { Card, CardOutcome } from '../../src/core/card/card';
import { rulesBehind } from '../../src/core/card/rulesBehind';
import type { CallItem } from '../../src/core/transcript/items';
import { duration } from '../base/duration';
import type { IconName } from '../base/icon';
import { sentenceOf } from '../card/sentence';
import type { Translate } from '../language/translate';
import { printed } from '../text/ansi';
import { testCountsIn } from './testCounts';

/** How a call that has ended well is marked: by what it did. */
export function markOf(card: Card, text: Translate): IconName {
  switch (card.state) {
    case 'waiting':
    case 'decided':
    case 'expired':
      return 'clock';
    case 'running':
      return 'chevronRight';
    case 'denied':
      return 'close';
    case 'failed':
    case 'cancelled':
    case 'lost':
      return 'warning';
    case 'done': {
      const { icon } = sentenceOf(card, text);
      return icon === 'file' ? 'check' : icon;
    }
    default:
      return card.state satisfies never;
  }
}

/** A call that took less time has none that anybody waits for. */
const worthTelling = 500;

/** What a reader wants to know beside what the call was, and not more: who allowed it stands inside. */
export function factsOf(card: Card, seconds: number | undefined, text: Translate): readonly string[] {
  const { outcome, state, durationMs } = card;
  const facts: string[] = [];
  if (outcome?.choice === 'deny') facts.push(outcomeText(outcome, text));
  else {
    if (state !== 'done' && state !== 'failed') facts.push(text(`state.${state}`));
    if (outcome?.by === 'rule' && rulesBehind(card).length > 0) facts.push(decider(outcome, text));
    if (outcome?.edited === true) facts.push(text('outcome.edited'));
    if (outcome?.note !== undefined) facts.push(text('outcome.note', outcome.note));
  }
  const ran = outcome?.choice !== 'deny' && durationMs !== undefined && durationMs >= worthTelling;
  if (ran) facts.push(duration(durationMs));
  else if (state === 'running' && seconds !== undefined) facts.push(duration(seconds * 1000));
  return facts;
}

/** How the tests went that a command has run. */
export function testsIn({ returned }: CallItem, card: Card, text: Translate): readonly string[] {
  // How it ended stands at the end, which is missing where only the beginning was kept.
  const isCut = returned?.kind === 'output' ? returned.bytes !== undefined : card.result?.text.endsWith('…') === true;
  if (card.kind !== 'bash' || isCut) return [];
  const counts = testCountsIn(returned?.kind === 'output' ? returned.text : (card.result?.text ?? ''));
  if (counts === undefined) return [];
  const failed = counts.failed > 0 ? [text('call.testsFailed', counts.failed)] : [];
  return [...failed, text('call.testsPassed', counts.passed)];
}

export function outcomeText(outcome: CardOutcome, text: Translate): string {
  const parts = [decider(outcome, text)];
  if (outcome.edited) parts.push(text('outcome.edited'));
  if (outcome.note !== undefined) parts.push(text('outcome.note', outcome.note));
  return parts.join(' · ');
}

function decider(outcome: CardOutcome, text: Translate): string {
  const { detail = '', where } = outcome;
  switch (outcome.by) {
    case 'person':
      return text(`outcome.${outcome.choice}.person`);
    case 'rule':
      return text(
        `outcome.${outcome.choice}.rule`,
        [detail, ...(where === undefined ? [] : [where])].map(text.place).join(' · '),
      );
    case 'timeout':
      return text('outcome.timeout');
    case 'stop':
      return text('outcome.stop');
    case 'failure':
      return text('outcome.failure', outcome.reason ? text.sentence(outcome.reason) : '');
    default:
      return outcome.by satisfies never;
  }
}

/** What of a failure tells the most in one line: its first words, without what the agent wraps them in. */
export function failureOf({ state, result }: Card): string | undefined {
  if (state !== 'failed' || result === undefined) return undefined;
  const words = result.text.replace(/<\/?tool_use_error>/g, '').replace(/^(?:Error: )+/, '');
  const lines = words.split('\n', 50).map(line => line.trim());
  const [first = '', second] = lines.filter(line => line !== '');
  if (first === '') return undefined;
  return /^Exit code \d+$/.test(first) && second !== undefined ? `${first}: ${second}` : first;
}

/** The last line with words in it of what a command has printed, as the terminal would show it. */
export function lastLineOf(text: string): string {
  const shown = printed(text)
    .map(piece => piece.text)
    .join('');
  return shown.trimEnd().split('\n').at(-1)?.trim().slice(0, 300) ?? '';
}

/** What ran, as it was written. */
export function payloadOf(card: Card): string {
  return (card.kind === 'bash' ? asString(card.input.command) : undefined) ?? JSON.stringify(card.input, undefined, 2);
}
