import { useChat, useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import type { ReactNode } from 'react';

/** Deny and ask rules that somebody else took out of a file: they count until the person agrees, here. */
export function KeptBanner(): ReactNode {
  const text = useText();
  const chat = useChat();
  const rules = useView(view => view.chat.rules?.kept);
  if (rules === undefined || rules.length === 0) return null;
  return (
    <section className="trust-banner" aria-label={text('kept.title')}>
      <Icon name="warning" />
      <div className="trust-text" role="status">
        <strong>{text('kept.title')}</strong>
        <ul className="kept-rules">
          {rules.map(({ file, shown, action, pattern }) => (
            <li key={`${file} ${action} ${pattern}`}>
              <code>{`${action} ${pattern}`}</code> <span className="quiet">{shown}</span>
            </li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        onClick={() =>
          void chat.attempt(() =>
            chat.host.request('rules/letGo', {
              rules: rules.map(({ file, action, pattern }) => ({ file, action, pattern })),
            }),
          )
        }
      >
        {text('kept.letGo')}
      </button>
    </section>
  );
}
