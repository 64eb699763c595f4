import { asString } from '../../src/core/base/json';
import type { Card } from '../../src/core/card/card';
import { useChat, useText } from '../state/context';
import type { ShownCard } from '../state/chatState';
import { Payload } from '../text/payload';
import { changeOf } from './bodies/file';
import { DiffView } from '../text/diffView';
import { useGrace } from './grace';
import { sentenceOf } from './sentence';
import { Plain } from '../text/plain';
import { keyed } from '../base/keyed';
import { type ReactNode, useState } from 'react';

export type BatchChoice = 'allow' | 'deny';

/** Whether a call may be allowed among others: not what is dangerous, and not what asks for more than a yes. */
function goesTogether(card: Card, choice: BatchChoice): boolean {
  if (choice === 'deny') return true;
  const plain = card.interaction === undefined && card.kind !== 'plan' && card.kind !== 'elicitation';
  return plain && (card.risk === 'low' || card.risk === 'medium');
}

interface BatchProps {
  readonly choice: BatchChoice;
  readonly waiting: readonly ShownCard[];
  readonly onDone: () => void;
}

/** Several answers at once, each payload in sight, each with its own box. Every call gets its own decision. */
export function BatchPanel({ choice, waiting, onDone }: BatchProps): ReactNode {
  const chat = useChat();
  const text = useText();
  // The rows are what was on screen when the panel opened; what arrives later is not swept along.
  const [rows] = useState(waiting);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const grace = useGrace();
  const waitingNow = new Map(waiting.map(it => [`${it.key}:${it.card.revision}`, it]));
  const open = rows.filter(it => waitingNow.has(`${it.key}:${it.card.revision}`));
  const chosen = open.filter(it => goesTogether(it.card, choice) && !left.has(it.key));

  function decideAll(): void {
    if (!grace.accepts() || chosen.length === 0) return;
    for (const { card } of chosen) void chat.confirm(card, choice === 'allow');
    onDone();
  }

  function toggle(key: string): void {
    const next = new Set(left);
    if (!next.delete(key)) next.add(key);
    setLeft(next);
  }

  return (
    <div className="card batch">
      <ul className="batch-rows">
        {open.map(shown => (
          <BatchRow
            key={shown.key}
            card={shown.card}
            choice={choice}
            chosen={chosen.includes(shown)}
            onToggle={() => toggle(shown.key)}
          />
        ))}
      </ul>
      <div className="card-actions">
        <button
          type="button"
          className="primary"
          aria-disabled={!grace.armed || chosen.length === 0}
          onClick={decideAll}
        >
          {text(choice === 'allow' ? 'queue.allowThese' : 'queue.denyThese', chosen.length)}
        </button>
        <button type="button" onClick={onDone}>
          {text('card.back')}
        </button>
      </div>
    </div>
  );
}

interface RowProps {
  readonly card: Card;
  readonly choice: BatchChoice;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}

function BatchRow({ card, choice, chosen, onToggle }: RowProps): ReactNode {
  const text = useText();
  const sentence = sentenceOf(card, text);
  const together = goesTogether(card, choice);
  return (
    <li data-risk={card.risk}>
      <label className="option">
        <input type="checkbox" checked={chosen} disabled={!together} onChange={onToggle} />
        <span className="queue-what">
          {text(sentence.verb)}{' '}
          {card.kind !== 'bash' && (
            <span className={sentence.plain === true ? '' : 'object'}>
              <Plain text={sentence.object} />
            </span>
          )}
        </span>
        <span className="risk" data-risk={card.risk}>
          {text(`risk.${card.risk}`)}
        </span>
      </label>
      {!together && <p className="quiet">{text('queue.notTogether')}</p>}
      <Whole card={card} />
    </li>
  );
}

/** The payload itself: nothing is allowed by its name alone. */
function Whole({ card }: { readonly card: Card }): ReactNode {
  const command = card.kind === 'bash' ? asString(card.input.command) : undefined;
  if (command !== undefined) return <Payload text={command} />;
  const change = card.kind === 'file_write' ? changeOf(card, card.input) : undefined;
  if (change === undefined) return <Payload text={JSON.stringify(card.input, undefined, 2)} />;
  return keyed(change.changes, () => 'change').map(([key, one]) => (
    <DiffView key={key} before={one.before} after={one.after} numbered={change.whole} />
  ));
}
