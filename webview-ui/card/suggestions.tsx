import type { JsonObject } from '../../src/core/base/json';
import { readSuggestion, type Suggestion } from '../../src/core/card/suggestions';
import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { keyed } from '../base/keyed';
import type { Translate } from '../language/translate';
import { Plain } from '../text/plain';
import type { ReactNode } from 'react';

/** What was ticked, by its own text: the list may be another one by the time of the answer. */
export type Ticked = ReadonlySet<string>;

export function tickedOf(suggestions: readonly JsonObject[], ticked: Ticked): readonly JsonObject[] {
  return suggestions.filter(suggestion => ticked.has(JSON.stringify(suggestion)));
}

interface SuggestionsProps {
  readonly suggestions: readonly JsonObject[];
  readonly ticked: Ticked;
  readonly onTick: (ticked: Ticked) => void;
}

/** What Claude Code would change of its own permissions. Nothing of it is taken but the rows that are ticked. */
export function Suggestions({ suggestions, ticked, onTick }: SuggestionsProps): ReactNode {
  const text = useText();
  if (suggestions.length === 0) return null;

  function toggle(name: string): void {
    const next = new Set(ticked);
    if (!next.delete(name)) next.add(name);
    onTick(next);
  }

  return (
    <fieldset className="suggestions">
      <legend className="quiet">{text('suggests.title')}</legend>
      {keyed(suggestions, suggestion => JSON.stringify(suggestion)).map(([key, suggestion]) => {
        const name = JSON.stringify(suggestion);
        const read = readSuggestion(suggestion);
        const warning = warningOf(read, text);
        return (
          <div key={key}>
            <label className="option-line">
              <input type="checkbox" checked={ticked.has(name)} onChange={() => toggle(name)} />
              <span>
                <Plain text={sentenceOf(read, text)} />
              </span>
            </label>
            {warning !== undefined && (
              <p className="warning">
                <Icon name="warning" />
                <span>{warning}</span>
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

function sentenceOf(suggestion: Suggestion, text: Translate): string {
  const what = suggestion.what.join(', ');
  if (suggestion.kind === 'other') return text('suggests.other', what);
  if (suggestion.kind === 'write') return text(`suggests.write.${suggestion.lasts}`, what);
  const { kind, file } = suggestion;
  if (file === undefined) return text(`suggests.${kind}.session`, what);
  return text(`suggests.${kind}.file`, what, file === 'own' ? text('suggests.own') : file);
}

function warningOf(suggestion: Suggestion, text: Translate): string | undefined {
  if (suggestion.kind === 'other') return text('suggests.warn.other');
  if (suggestion.kind !== 'mode' || suggestion.asks === 'asBefore') return undefined;
  return text(`suggests.warn.${suggestion.asks}`);
}
