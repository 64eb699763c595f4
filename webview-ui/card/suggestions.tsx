import type { Card } from '../../src/core/card';
import { asString, isObject, type JsonObject } from '../../src/core/json';
import { useText } from '../context';
import { keyed } from '../keyed';
import type { Translate } from '../l10n';
import { Plain } from '../text/plain';
import type { Decider } from './useDecider';
import { type ReactNode, useState } from 'react';

/** What one of the agent's suggestions would change, in words; what is not understood is shown as it is. */
export function suggestionText(suggestion: JsonObject, text: Translate): string {
  const { type, rules, mode, destination, behavior } = suggestion;
  const where = destinationText(asString(destination) ?? '?', text);
  if (type === 'addRules' && Array.isArray(rules)) {
    const names = rules.map(rule => (isObject(rule) ? ruleText(rule) : JSON.stringify(rule))).join(', ');
    return `${text('suggestion.rules', asString(behavior) ?? '?', names)} · ${where}`;
  }
  if (type === 'setMode') return `${text('suggestion.mode', asString(mode) ?? '?')} · ${where}`;
  return JSON.stringify(suggestion);
}

function destinationText(destination: string, text: Translate): string {
  switch (destination) {
    case 'session':
    case 'localSettings':
    case 'projectSettings':
    case 'userSettings':
      return text(`suggestion.in.${destination}`);
    default:
      return destination;
  }
}

function ruleText(rule: JsonObject): string {
  const content = asString(rule.ruleContent);
  const tool = asString(rule.toolName) ?? '?';
  return content === undefined ? tool : `${tool}(${content})`;
}

/** What may be taken along with an allow; nothing is ticked until a person ticks it. */
export function SuggestionPanel({ card, decider }: { readonly card: Card; readonly decider: Decider }): ReactNode {
  const text = useText();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const rows = card.details.suggestions.map((suggestion, place) => ({ place, what: suggestionText(suggestion, text) }));
  return (
    <div className="card-actions">
      <fieldset className="suggestions">
        <legend>{text('suggestion.legend')}</legend>
        {keyed(rows, row => row.what).map(([key, { place, what }]) => (
          <label key={key} className="option">
            <input
              type="checkbox"
              checked={ticked.has(place)}
              onChange={event => {
                const next = new Set(ticked);
                if (event.target.checked) next.add(place);
                else next.delete(place);
                setTicked(next);
              }}
            />
            <span>
              <Plain text={what} />
            </span>
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        className="primary"
        aria-disabled={decider.blocked || ticked.size === 0}
        onClick={() => ticked.size > 0 && decider.allow({ suggestions: [...ticked].toSorted((a, b) => a - b) })}
      >
        {text('suggestion.allow')}
      </button>
      <button type="button" onClick={decider.back}>
        {text('card.back')}
      </button>
    </div>
  );
}
