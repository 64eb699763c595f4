import { composerDraft } from '../state/drafts';
import { useChat, useText } from '../state/context';
import type { ReactNode } from 'react';

/** The first thing a newcomer sees: what this is, and something to try. */
export function Empty(): ReactNode {
  const text = useText();
  const chat = useChat();
  const examples = [text('empty.example1'), text('empty.example2'), text('empty.example3')];
  return (
    <main className="empty">
      <h1>{text('empty.title')}</h1>
      <p>{text('empty.text')}</p>
      <p className="quiet">{text('empty.try')}</p>
      <ul>
        {examples.map(example => (
          <li key={example}>
            <button type="button" className="example" onClick={() => chat.draft(composerDraft, example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}
