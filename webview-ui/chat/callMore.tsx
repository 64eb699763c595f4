import type { Card } from '../../src/core/card/card';
import type { Returned } from '../../src/core/call/returned';
import type { CallItem } from '../../src/core/transcript/items';
import { CallRules } from './callRules';
import { outcomeText, payloadOf } from './callWords';
import { ReturnedView } from './returnedView';
import { filePath } from '../card/bodies/filePath';
import { useChat, useText } from '../state/context';
import { LiveContext } from '../text/live';
import { Output } from '../text/output';
import { Payload } from '../text/payload';
import { type ReactNode, useContext } from 'react';

/** What stands in a line that was opened: why it ran, what ran, what came back, and what can be done with it. */
export function CallMore({ item, card }: { readonly item: CallItem; readonly card: Card }): ReactNode {
  const text = useText();
  const { returned } = item;
  const { outcome } = card;
  return (
    <div className="call-more">
      {outcome !== undefined && outcome.by !== 'rule' && <p className="quiet">{outcomeText(outcome, text)}</p>}
      <CallRules card={card} />
      {tellsItsInput(returned) ? null : <Payload text={payloadOf(card)} />}
      {returned === undefined || card.state === 'failed' ? (
        <Result item={item} card={card} />
      ) : (
        <ReturnedView returned={returned} />
      )}
      <Offers item={item} card={card} />
    </div>
  );
}

/** The result shows all that the input would. */
function tellsItsInput(returned: Returned | undefined): boolean {
  return returned !== undefined && ['change', 'file', 'picture', 'cell', 'answers'].includes(returned.kind);
}

/** While it runs, and where its end will not be heard of: what it has printed so far. */
function Result({ item, card }: { readonly item: CallItem; readonly card: Card }): ReactNode {
  if (card.result === undefined) return item.printed === undefined ? null : <Output text={item.printed} />;
  return card.kind === 'bash' ? <Output text={card.result.text} /> : <Payload text={card.result.text} />;
}

function Offers({ item, card }: { readonly item: CallItem; readonly card: Card }): ReactNode {
  const text = useText();
  const chat = useChat();
  const live = useContext(LiveContext);
  const { sessionId, toolCallId } = card;
  const path = filePath(card);
  const changed = card.kind === 'file_write' && card.state === 'done';
  return (
    <div className="call-offers">
      {path !== '' && live !== undefined && (
        <button type="button" className="link" onClick={() => live.open(path)}>
          {text('call.open')}
        </button>
      )}
      {changed && (
        <button
          type="button"
          className="link"
          onClick={() => void chat.attempt(() => chat.host.request('tool/revert', { sessionId, toolCallId }))}
        >
          {text('call.revert')}
        </button>
      )}
      <button type="button" className="link" onClick={() => void live?.take(copyOf(item, card), 'copy')}>
        {text('call.copy')}
      </button>
    </div>
  );
}

/** What was run and what it gave back, as text. */
function copyOf({ returned }: CallItem, card: Card): string {
  const result = returned?.kind === 'output' ? returned.text : (card.result?.text ?? '');
  return [payloadOf(card), result].filter(part => part !== '').join('\n\n');
}
