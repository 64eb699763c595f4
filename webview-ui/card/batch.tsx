import { alarmOf } from '../../src/core/card/alarm';
import { asString } from '../../src/core/base/json';
import type { Card } from '../../src/core/card/card';
import { useChat, useText } from '../state/context';
import type { ShownCard } from '../state/chatState';
import { useGrace } from './grace';
import { inTitle } from './sentence';
import { type ReactNode, useState } from 'react';

/** What a person has ticked, or unticked, of the calls in sight; each is named with the input that was shown. */
export interface Ticks {
  readonly isTicked: (shown: ShownCard) => boolean;
  readonly isUnticked: (shown: ShownCard) => boolean;
  readonly tick: (shown: ShownCard, on: boolean) => void;
  readonly untickAll: (all: readonly ShownCard[]) => void;
}

export function useTicks(): Ticks {
  const [set, setSet] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isTicked: shown => set.get(nameOf(shown)) ?? isTickedAtFirst(shown.card),
    isUnticked: shown => set.get(nameOf(shown)) === false,
    tick: (shown, on) => setSet(new Map([...set, [nameOf(shown), on]])),
    untickAll: all => setSet(new Map(all.map(shown => [nameOf(shown), false]))),
  };
}

function nameOf({ key, card }: ShownCard): string {
  return `${key}:${card.revision}`;
}

/** Whether a call may be allowed among others: not what is marked red, and not what asks for more than a yes. */
export function goesTogether(card: Card): boolean {
  const asks = card.interaction !== undefined || card.kind === 'plan' || card.kind === 'elicitation';
  return !asks && alarmOf(card) !== 'red' && card.edit === undefined;
}

/** Only what its line says in full, or what changes a file of the workspace: nothing is allowed by its name alone. */
function isTickedAtFirst(card: Card): boolean {
  if (!goesTogether(card) || alarmOf(card) !== 'none') return false;
  const command = asString(card.input.command) ?? '';
  if (card.kind === 'bash') return !/\n/.test(command.trim()) && !inTitle(command).includes(' … ');
  return card.kind === 'file_write' || card.kind === 'web' || card.kind === 'skill';
}

interface BatchBarProps {
  /** Those that the person has in sight; with others this is another bar, and its grace time begins anew. */
  readonly waiting: readonly ShownCard[];
  readonly ticks: Ticks;
}

/** One button that says what it does. What is neither ticked nor unticked is left to its own card. */
export function BatchBar({ waiting, ticks }: BatchBarProps): ReactNode {
  const chat = useChat();
  const text = useText();
  const grace = useGrace();
  const allowed = waiting.filter(ticks.isTicked);
  const denied = waiting.filter(ticks.isUnticked);
  const left = waiting.length - allowed.length - denied.length;
  const none = allowed.length + denied.length === 0;

  function decide(): void {
    if (!grace.accepts()) return;
    for (const { card } of allowed) void chat.confirm(card, true);
    for (const { card } of denied) void chat.confirm(card, false);
  }

  return (
    <div className="batch">
      <button type="button" aria-disabled={!grace.armed || none} onClick={decide}>
        {labelOf(allowed.length, denied.length, text)}
      </button>
      {left > 0 && <span className="quiet">{text('queue.left', left)}</span>}
      <span className="spacer" />
      <button type="button" className="link" onClick={() => ticks.untickAll(waiting)}>
        {text('queue.untickAll')}
      </button>
    </div>
  );
}

function labelOf(allowed: number, denied: number, text: ReturnType<typeof useText>): string {
  if (denied === 0) return text('queue.allowThese', allowed);
  return allowed === 0 ? text('queue.denyThese', denied) : text('queue.decideThese', allowed, denied);
}
