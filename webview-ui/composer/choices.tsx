import type { Choice, Completion } from './useCompletion';
import { Icon, type IconName } from '../base/icon';
import { useText } from '../state/context';
import { Plain } from '../text/plain';
import { type ReactNode, useEffect, useRef } from 'react';

export const choicesId = 'composer-choices';
export const choiceId = (place: number): string => `${choicesId}-${place}`;

const icons: Readonly<Record<NonNullable<Choice['suggestion']>['kind'], IconName>> = {
  file: 'file',
  editor: 'file',
  folder: 'list',
  symbol: 'tool',
  problems: 'warning',
  terminal: 'terminal',
  session: 'clock',
};

/** What can stand after `@` or `/` here. */
export function Choices({ completion }: { readonly completion: Completion }): ReactNode {
  const text = useText();
  const { choices, active, choose } = completion;
  if (choices.length === 0) return null;
  return (
    <div className="choices" id={choicesId} role="listbox" aria-label={text('composer.choices')}>
      {choices.map((choice, place) => (
        <Line
          key={choice.key}
          id={choiceId(place)}
          choice={choice}
          isActive={place === active}
          onChoose={() => choose(choice)}
        />
      ))}
    </div>
  );
}

interface LineProps {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Line({ id, choice: { label, detail, suggestion }, isActive, onChoose }: LineProps): ReactNode {
  const text = useText();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const verdict = suggestion?.verdict;
  const reason = suggestion?.reason ? text.sentence(suggestion.reason) : '';
  return (
    // The keys are those of the box, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="choice"
      title={reason === '' ? (suggestion?.label ?? label) : reason}
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
    >
      {suggestion && <Icon name={icons[suggestion.kind]} />}
      <span className="choice-label">
        <Plain text={label} />
      </span>
      <span className="choice-detail quiet">
        <Plain text={detail} />
      </span>
      {verdict !== undefined && <span className={`choice-verdict ${verdict}`}>{text(`composer.${verdict}`)}</span>}
    </div>
  );
}
