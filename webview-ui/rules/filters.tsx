import type { Action, Scope } from '../../src/core/call/ruleRef';
import type { RuleMark, RuleRow } from '../../src/core/ruleAdmin/row';
import { useText } from '../state/context';
import { usePanel, usePanelState } from './panelContext';
import { everything, type Filter, isFiltered } from './view';
import { markKinds } from './words';
import { type ReactNode, useMemo } from 'react';

const actions: readonly Action[] = ['allow', 'ask', 'deny'];

/** Search and filters; only what is there can be filtered for. */
export function Filters({ rules, shown }: { readonly rules: readonly RuleRow[]; readonly shown: number }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const filter = usePanelState(state => state.filter);
  const grouped = usePanelState(state => state.grouped);
  const known = useMemo(() => knownIn(rules), [rules]);
  const narrow = (part: Partial<Filter>): void => panel.set({ filter: { ...filter, ...part } });
  return (
    <div className="rules-filters" role="search">
      <input
        type="search"
        className="rules-search"
        aria-label={text('filter.search')}
        placeholder={text('filter.search')}
        value={filter.text}
        onChange={event => narrow({ text: event.target.value })}
      />
      <Choices known={known} filter={filter} narrow={narrow} />
      <label className="option-line">
        <input type="checkbox" checked={grouped} onChange={event => panel.set({ grouped: event.target.checked })} />
        {text('filter.grouped')}
      </label>
      <span className="spacer" />
      <span className="quiet" role="status">
        {isFiltered(filter) ? text('filter.count', shown, rules.length) : text('filter.countAll', rules.length)}
      </span>
      {isFiltered(filter) && (
        <button type="button" className="link" onClick={() => panel.set({ filter: everything })}>
          {text('filter.clear')}
        </button>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly known: Known;
  readonly filter: Filter;
  readonly narrow: (part: Partial<Filter>) => void;
}

function Choices({ known, filter, narrow }: ChoicesProps): ReactNode {
  const text = useText();
  return (
    <>
      <Choice
        label={text('rule.action')}
        all={text('filter.allActions')}
        value={filter.action}
        choices={actions}
        nameOf={action => text(`action.${action}`)}
        onChange={action => narrow({ action })}
      />
      <Choice
        label={text('rule.scope')}
        all={text('filter.allScopes')}
        value={filter.scope}
        choices={known.scopes}
        nameOf={scope => text(`scope.${scope}`)}
        onChange={scope => narrow({ scope })}
      />
      <Choice
        label={text('filter.tool')}
        all={text('filter.allTools')}
        value={filter.tool}
        choices={known.tools}
        nameOf={tool => tool}
        onChange={tool => narrow({ tool })}
      />
      {known.marks.length > 0 && (
        <Choice
          label={text('filter.marks')}
          all={text('filter.allMarks')}
          value={filter.mark}
          choices={['any', ...known.marks]}
          nameOf={mark => (mark === 'any' ? text('filter.anyMark') : text(`mark.${mark}`))}
          onChange={mark => narrow({ mark })}
        />
      )}
    </>
  );
}

interface Known {
  readonly scopes: readonly Scope[];
  readonly tools: readonly string[];
  readonly marks: readonly RuleMark['kind'][];
}

function knownIn(rules: readonly RuleRow[]): Known {
  const marks = new Set(rules.flatMap(row => row.marks.map(mark => mark.kind)));
  return {
    scopes: [...new Set(rules.map(({ ref }) => ref.scope))],
    tools: [...new Set(rules.map(row => row.toolName))].toSorted(),
    marks: markKinds.filter(kind => marks.has(kind)),
  };
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly all: string;
  readonly value: T | undefined;
  readonly choices: readonly T[];
  readonly nameOf: (choice: T) => string;
  readonly onChange: (choice: T | undefined) => void;
}

function Choice<T extends string>({ label, all, value, choices, nameOf, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <select
      aria-label={label}
      data-set={value !== undefined}
      value={value ?? ''}
      onChange={event => onChange(choices.find(choice => choice === event.target.value))}
    >
      <option value="">{all}</option>
      {choices.map(choice => (
        <option key={choice} value={choice}>
          {nameOf(choice)}
        </option>
      ))}
    </select>
  );
}
