import type { Action } from '../../src/core/call/ruleRef';
import type { PreviewExample, RulePreview } from '../../src/core/ruleAdmin/preview';
import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { keyed } from '../base/keyed';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import type { Answer } from './useAnswer';
import type { ReactNode } from 'react';

const actions: readonly Action[] = ['allow', 'ask', 'deny'];

interface PreviewProps {
  readonly preview: Answer<RulePreview>;
  /** What the person wants to become of the card, where there is one. */
  readonly wanted?: 'allow' | 'deny';
  /** The preview is of a rule that goes. */
  readonly without?: boolean;
}

/** What rules would have done to past calls, and would do to the call in question. */
export function PreviewView({ preview, wanted, without = false }: PreviewProps): ReactNode {
  const { found, trouble } = preview;
  return (
    <div className="preview" aria-live="polite">
      {trouble !== undefined && (
        <p className="bad">
          <Sentence text={trouble} />
        </p>
      )}
      {found?.problem !== undefined && <Problem problem={found.problem} />}
      {found !== undefined && found.problem === undefined && (
        <>
          {wanted !== undefined && found.card !== undefined && <OnCard card={found.card} wanted={wanted} />}
          <Numbers found={found} without={without} />
          <Examples examples={found.examples} />
        </>
      )}
    </div>
  );
}

function Problem({ problem }: { readonly problem: NonNullable<RulePreview['problem']> }): ReactNode {
  const text = useText();
  return (
    <p className="preview-line" data-verdict="deny">
      <Icon name="warning" />
      <span>
        <Sentence text={problem.message} />
        {problem.suggestion !== undefined && (
          <>
            {' '}
            {text('preview.instead')} <code>{problem.suggestion}</code>
          </>
        )}
      </span>
    </p>
  );
}

function OnCard({
  card,
  wanted,
}: {
  readonly card: NonNullable<RulePreview['card']>;
  readonly wanted: 'allow' | 'deny';
}): ReactNode {
  const text = useText();
  if (card.verdict === wanted) return null;
  return (
    <p className="preview-line" data-verdict="ask">
      <Icon name="warning" />
      <span>
        {text(`preview.still.${card.verdict}`)} <Sentence text={card.reason} />
      </span>
    </p>
  );
}

function Numbers({ found, without }: { readonly found: RulePreview; readonly without: boolean }): ReactNode {
  const text = useText();
  if (found.calls === 0) return <p className="quiet">{text('preview.noCalls')}</p>;
  const changes = actions.filter(action => found.changed[action] > 0);
  const changed = changes.map(action => text(`preview.changed.${action}`, found.changed[action])).join(' · ');
  return (
    <p>
      {text(without ? 'preview.decided' : 'preview.matched', found.matched, found.calls)}{' '}
      <span className="quiet">
        {changes.length === 0
          ? text('preview.same')
          : `${text(without ? 'preview.without' : 'preview.with')} ${changed}`}
      </span>
    </p>
  );
}

function Examples({ examples }: { readonly examples: readonly PreviewExample[] }): ReactNode {
  const text = useText();
  if (examples.length === 0) return null;
  return (
    <details className="more">
      <summary>{text('preview.examples', examples.length)}</summary>
      <ul className="examples">
        {keyed(examples, example => `${example.tool} ${example.text}`).map(([key, example]) => (
          <li key={key}>
            <code>
              <Plain text={example.tool === 'Bash' ? example.text : `${example.tool} ${example.text}`} />
            </code>
            <span className="quiet">
              {example.before === example.after
                ? text(`verdict.${example.after}`)
                : `${text(`verdict.${example.before}`)} → ${text(`verdict.${example.after}`)}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
