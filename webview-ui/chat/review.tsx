import type { Finding } from '../../src/core/session/finding';
import { Icon } from '../base/icon';
import type { RepositoryChoice, RepositoryReview } from '../../src/core/session/repository';
import { activeSession } from '../state/chatState';
import { useChat, useText, useView } from '../state/context';
import { useState, type ReactNode } from 'react';

/**
 * What the repository brings, before the agent may have any of it. Nothing waits for this: until a person chooses, the
 * agent is started without all of it.
 */
export function Review(): ReactNode {
  const review = useView(view => view.chat.review);
  if (review === undefined || review.findings.length === 0 || isOursAlone(review)) return null;
  // What was folded is open again once there is something else to look at.
  return <Asked key={review.hash} review={review} />;
}

function Asked({ review }: { readonly review: RepositoryReview }): ReactNode {
  const text = useText();
  const waits = useView(view => [...view.chat.cards.values()].some(({ card }) => card.state === 'waiting'));
  const agent = useView(view => activeSession(view.chat)?.agent);
  const [open, setOpen] = useState<boolean>();
  // A card that waits needs the room more, and so may what the person does first.
  const shown = open ?? (!review.chosen && !waits);
  // Then it is one line, which names the rest to who asks for it.
  const brief = !shown && waits;
  const state =
    agent === undefined
      ? text(review.chosen ? `review.chose.${review.choice}` : 'review.unchosen')
      : text('review.agent', agent);
  return (
    <section className="review" data-brief={brief} aria-label={text('review.title')}>
      <button
        type="button"
        className="review-head"
        aria-expanded={shown}
        title={brief ? `${text('review.title')}. ${state}` : undefined}
        onClick={() => setOpen(!shown)}
      >
        <Icon name={shown ? 'chevronDown' : 'chevronRight'} />
        <strong>{text('review.title')}</strong>
        {!brief && <span className="quiet">{state}</span>}
      </button>
      {shown && <Findings review={review} onChosen={() => setOpen(undefined)} />}
    </section>
  );
}

/** Rules of our own file that were accepted stand in the rules panel; there is nothing else to look at. */
function isOursAlone(review: RepositoryReview): boolean {
  return review.choice === 'all' && review.findings.every(finding => finding.file === '.latch/rules.json');
}

function Findings({
  review,
  onChosen,
}: {
  readonly review: RepositoryReview;
  readonly onChosen: () => void;
}): ReactNode {
  const text = useText();
  const chat = useChat();
  const choose = (choice: RepositoryChoice): void => {
    void chat.attempt(() => chat.host.request('repository/choose', { hash: review.hash, choice }));
    onChosen();
  };
  return (
    <>
      <p className="quiet">{text('review.text')}</p>
      <ul className="findings" tabIndex={0} aria-label={text('review.list')}>
        {review.findings.map(finding => (
          <Row
            key={`${finding.kind}:${finding.file}:${finding.line ?? 0}:${finding.name}:${finding.text}`}
            finding={finding}
          />
        ))}
      </ul>
      <div className="row">
        <button type="button" className="primary" onClick={() => choose('none')}>
          {text('review.none')}
        </button>
        <button type="button" onClick={() => choose('instructions')}>
          {text('review.instructions')}
        </button>
        <button type="button" onClick={() => choose('all')}>
          {text('review.all')}
        </button>
      </div>
      <p className="quiet">{text('review.explain')}</p>
    </>
  );
}

function Row({ finding }: { readonly finding: Finding }): ReactNode {
  const text = useText();
  const chat = useChat();
  const { file, line } = finding;
  const place = line === undefined ? file : `${file}:${line}`;
  return (
    <li>
      <span className="finding-kind">{text(`review.kind.${finding.kind}`)}</span> <FindingText finding={finding} />
      <button
        type="button"
        className="link"
        onClick={() =>
          void chat.attempt(() => chat.host.request('repository/open', line === undefined ? { file } : { file, line }))
        }
      >
        {place}
      </button>
    </li>
  );
}

/** When it runs and what runs, as it is written; words of ours only where we have nothing of that. */
function FindingText({ finding: { kind, name, text: written, says } }: { readonly finding: Finding }): ReactNode {
  const text = useText();
  const said = says === undefined ? undefined : text.sentence(says);
  if (kind === 'unreadable') return <span>{said}</span>;
  return (
    <>
      <span>{said ?? name}</span>
      {written === '' ? <span> · {text('review.inFile')}</span> : <code className="finding-text">{written}</code>}
    </>
  );
}
