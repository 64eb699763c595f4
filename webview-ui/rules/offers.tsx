import { refKey } from '../../src/core/call/ruleRef';
import type { HistoryOffer } from '../../src/core/ruleAdmin/offers';
import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { Plain } from '../text/plain';
import { usePanel, usePanelState } from './panelContext';
import { useRuleActions } from './useRuleActions';
import { type ReactNode, useState } from 'react';

const inSight = 2;

/**
 * Rules worth making or removing, as what happened suggests. Nothing is done before the person has seen what it does.
 * They stand below the table: they come a moment later, and again when the person comes back, and must not move it.
 */
export function Offers(): ReactNode {
  const text = useText();
  const offers = usePanelState(state => state.offers);
  const [all, setAll] = useState(false);
  if (offers.length === 0) return null;
  const shown = all ? offers : offers.slice(0, inSight);
  return (
    <section className="offers" aria-label={text('offer.title')}>
      <ul>
        {shown.map(offer => (
          <Offer key={offer.key} offer={offer} />
        ))}
      </ul>
      {offers.length > inSight && (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? text('offer.fewer') : text('offer.more', offers.length - inSight)}
        </button>
      )}
    </section>
  );
}

function Offer({ offer }: { readonly offer: HistoryOffer }): ReactNode {
  const text = useText();
  const panel = usePanel();
  return (
    <li className="offer">
      <Icon name={offer.kind === 'repeated' ? 'bulb' : 'clock'} />
      <span className="offer-text">
        {offer.kind === 'repeated' ? text('offer.repeated', offer.times) : text('offer.unused', offer.days)}{' '}
        <code>
          <Plain text={(offer.kind === 'repeated' ? offer.text : offer.pattern).slice(0, 200)} />
        </code>
      </span>
      {offer.kind === 'repeated' ? <MakeRule offer={offer} /> : <RemoveUnused offer={offer} />}
      <button type="button" className="link" onClick={() => void panel.dismiss(offer.key)}>
        {text(offer.kind === 'repeated' ? 'offer.dismiss' : 'offer.keep')}
      </button>
    </li>
  );
}

function MakeRule({ offer }: { readonly offer: HistoryOffer & { kind: 'repeated' } }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const rules = offer.patterns.map(pattern => ({ action: 'allow' as const, pattern }));
  return (
    <button type="button" onClick={() => panel.add({ rules, by: 'offer', offer: offer.key })}>
      {text('offer.make')}
    </button>
  );
}

function RemoveUnused({ offer }: { readonly offer: HistoryOffer & { kind: 'unused' } }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const { rule } = offer;
  const row = usePanelState(state => state.table?.rules.find(it => refKey(it.ref) === refKey(rule)));
  const actions = useRuleActions(rule.sessionId);
  async function remove(): Promise<void> {
    if (row === undefined) return;
    await actions.remove([row]);
    await panel.refreshOffers();
  }
  return (
    <button type="button" onClick={() => void remove()}>
      {text('rule.remove')}
    </button>
  );
}
