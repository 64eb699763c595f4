import { useChat, useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import { useNow } from '../base/useNow';
import type { ReactNode } from 'react';

/** Nothing is asked in this session: that stays in sight, with how long it lasts and the way back. */
export function TrustBanner(): ReactNode {
  const trust = useView(({ chat }) => chat.rules?.trustAll.find(it => it.sessionId === chat.activeSessionId));
  return trust === undefined ? null : <Banner until={trust.until} />;
}

function Banner({ until }: { readonly until: number | null }): ReactNode {
  const text = useText();
  const chat = useChat();
  const now = useNow();
  const minutes = until === null ? undefined : Math.max(0, Math.ceil((until - now) / 60_000));
  return (
    <section className="trust-banner" aria-label={text('trust.title')}>
      <Icon name="warning" />
      <span className="trust-text" role="status">
        <strong>{text('trust.title')}</strong>{' '}
        <span>{minutes === undefined ? text('trust.session') : text('trust.left', minutes)}</span>
      </span>
      <button type="button" onClick={() => void chat.command('endTrustAll')}>
        {text('trust.stop')}
      </button>
    </section>
  );
}
