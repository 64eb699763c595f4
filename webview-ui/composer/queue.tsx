import type { Content } from '../../src/core/message/message';
import type { QueueChange, QueueView } from '../../src/core/message/queue';
import { Icon, type IconName } from '../base/icon';
import { timeOf } from '../base/timeOf';
import type { TextKey } from '../language/translate';
import { activeSession } from '../state/chatState';
import { focusComposer } from '../state/composer';
import { useChat, useText, useView } from '../state/context';
import { type ReactNode, useEffect } from 'react';

interface QueueProps {
  /** Messages come back into the composer. */
  readonly onTaken: (contents: readonly Content[]) => void;
}

/** The messages that wait for the turn that runs. After a stop they come back to where they were written. */
export function Queue({ onTaken }: QueueProps): ReactNode {
  const chat = useChat();
  const text = useText();
  const sessionId = useView(view => view.chat.activeSessionId);
  const queue = useView(view => activeSession(view.chat)?.queue);
  const comesBack = queue?.held === 'stopped' && queue.rows.every(row => row.standing === 'waits');
  useEffect(() => {
    if (!comesBack || sessionId === undefined) return;
    void chat.changeQueue(sessionId, { type: 'take' }).then(onTaken);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [comesBack, sessionId]);
  if (queue === undefined || sessionId === undefined) return null;
  const change = async (it: QueueChange): Promise<readonly Content[]> => chat.changeQueue(sessionId, it);
  return (
    <section className="outbox" aria-label={text('queue.title')}>
      <Held queue={queue} onGoOn={() => void change({ type: 'goOn' })} />
      <ol>
        {queue.rows.map((row, place) => (
          <Row
            key={row.id}
            row={row}
            isFirst={queue.rows[place - 1]?.standing !== 'waits'}
            isLast={queue.rows[place + 1]?.standing !== 'waits'}
            change={change}
            onEdit={contents => {
              onTaken(contents);
              focusComposer();
            }}
          />
        ))}
      </ol>
    </section>
  );
}

function Held({
  queue: { held, until },
  onGoOn,
}: {
  readonly queue: QueueView;
  readonly onGoOn: () => void;
}): ReactNode {
  const text = useText();
  const language = useView(view => view.chat.language);
  if (held === undefined) return null;
  return (
    <p className="quiet">
      {text('queue.title')}: {text(`queue.${held}`, until === undefined ? '' : timeOf(until, language))}{' '}
      <button type="button" className="link" onClick={onGoOn}>
        {text('queue.goOn')}
      </button>
    </p>
  );
}

interface RowProps {
  readonly row: QueueView['rows'][number];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly change: (change: QueueChange) => Promise<readonly Content[]>;
  readonly onEdit: (contents: readonly Content[]) => void;
}

function Row({ row: { id, text: said, attachments, standing }, isFirst, isLast, change, onEdit }: RowProps): ReactNode {
  const text = useText();
  const act = (icon: IconName, key: TextKey, onClick: () => void): ReactNode => (
    <button type="button" className="icon-button" title={text(key)} aria-label={text(key)} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
  return (
    <li data-testid="queued" data-standing={standing}>
      <span className="outbox-text" title={said}>
        {said}
      </span>
      {attachments > 0 && <span className="quiet">{text('queue.files', attachments)}</span>}
      {standing !== 'waits' && <span className="quiet">{text(`queue.${standing}`)}</span>}
      {standing === 'waits' && (
        <span className="outbox-actions">
          {!isFirst && act('chevronUp', 'queue.up', () => void change({ type: 'move', id, by: -1 }))}
          {!isLast && act('chevronDown', 'queue.down', () => void change({ type: 'move', id, by: 1 }))}
          {act('edit', 'queue.edit', () => void change({ type: 'take', id }).then(onEdit))}
          {act('send', 'queue.now', () => void change({ type: 'now', id }))}
          {act('close', 'queue.cancel', () => void change({ type: 'take', id }))}
        </span>
      )}
    </li>
  );
}
