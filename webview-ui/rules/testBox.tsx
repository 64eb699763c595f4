import type { TestCall, TestedCall } from '../../src/core/protocol/ruleRequests';
import type { NamedCall } from '../../src/core/journal/pastCalls';
import { useChat, useText, useView } from '../state/context';
import { Icon, type IconName } from '../base/icon';
import { keyedPlaces } from '../base/keyed';
import { choose } from '../ruleParts/fields';
import { Reasons } from '../ruleParts/reasons';
import { useAnswer } from '../ruleParts/useAnswer';
import { Sentence } from '../text/sentence';
import { PaneHead } from './paneHead';
import { usePanel } from './panelContext';
import type { TriedCall } from './panelStore';
import { callOf, mainField, patternsFor, tools, type WrittenCall, writtenOf } from './testCall';
import { type ReactNode, useEffect, useId, useState } from 'react';

/** Says what the rules would say of a call, before any agent asks for it. Nothing runs. */
export function TestBox({ first }: { readonly first?: TriedCall | undefined }): ReactNode {
  const text = useText();
  const [call, setCall] = useState<WrittenCall>(first ? writtenOf(first) : { tool: 'Bash', name: '', written: '' });
  const sessionId = useView(view => view.chat.activeSessionId);
  // The same call may be judged otherwise by other rules.
  const revision = useView(view => view.chat.rules?.revision);
  const read = callOf(call);
  const session = sessionId === undefined ? {} : { sessionId };
  const { found, trouble } = useAnswer('rules/test', read.ok ? { ...read.call, ...session } : undefined, revision);
  return (
    <div className="pane">
      <PaneHead title={text('test.title')} />
      <p className="quiet">{text('test.about')}</p>
      <PastCalls onPick={past => setCall(writtenOf(past))} />
      <CallFields call={call} onChange={part => setCall({ ...call, ...part })} />
      {!read.ok && read.problem !== undefined && <p className="bad">{text('edit.broken', read.problem)}</p>}
      {trouble !== undefined && (
        <p className="bad">
          <Sentence of={trouble} />
        </p>
      )}
      <div aria-live="polite">{read.ok && found !== undefined && <Result call={read.call} tested={found} />}</div>
    </div>
  );
}

interface CallFieldsProps {
  readonly call: WrittenCall;
  readonly onChange: (part: Partial<WrittenCall>) => void;
}

function CallFields({ call: { tool, name, written }, onChange }: CallFieldsProps): ReactNode {
  const text = useText();
  const ids = { tool: useId(), name: useId(), input: useId() };
  return (
    <>
      <div className="rule-fields">
        <div className="rule-field">
          <label htmlFor={ids.tool}>{text('filter.tool')}</label>
          <select
            id={ids.tool}
            value={tool}
            onChange={event => choose(tools, event.target.value, chosen => onChange({ tool: chosen }))}
          >
            {tools.map(each => (
              <option key={each} value={each}>
                {each === 'other' ? text('test.other') : each}
              </option>
            ))}
          </select>
        </div>
        {tool === 'other' && (
          <div className="rule-field">
            <label htmlFor={ids.name}>{text('test.name')}</label>
            <input id={ids.name} type="text" value={name} onChange={event => onChange({ name: event.target.value })} />
          </div>
        )}
      </div>
      <div className="rule-field">
        <label htmlFor={ids.input}>{text(tool === 'other' ? 'edit.json' : `test.${mainField[tool]}`)}</label>
        <textarea
          id={ids.input}
          className="mono"
          rows={3}
          autoFocus
          spellCheck={false}
          placeholder={tool === 'Bash' ? 'npm run build && rm -rf dist' : ''}
          value={written}
          onChange={event => onChange({ written: event.target.value })}
        />
      </div>
    </>
  );
}

/** What agents did here before: a call to try the rules on without typing it. */
function PastCalls({ onPick }: { readonly onPick: (call: NamedCall) => void }): ReactNode {
  const text = useText();
  const chat = useChat();
  const [calls, setCalls] = useState<readonly NamedCall[]>([]);
  useEffect(() => {
    let current = true;
    chat.host.request('rules/pastCalls', {}).then(
      found => current && setCalls(found.calls),
      // Without them a call is typed.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [chat]);
  if (calls.length === 0) return null;
  return (
    <select
      aria-label={text('test.past')}
      value=""
      onChange={event => {
        const call = calls[Number(event.target.value)];
        if (call !== undefined) onPick(call);
      }}
    >
      <option value="">{text('test.past')}</option>
      {keyedPlaces(calls).map(([key, call, at]) => (
        <option key={key} value={at}>
          {`${call.tool} ${call.text}`.replaceAll(/\s+/g, ' ').slice(0, longestOption)}
        </option>
      ))}
    </select>
  );
}

const longestOption = 120;

const icons: Readonly<Record<TestedCall['verdict'], IconName>> = { allow: 'check', ask: 'question', deny: 'close' };

function Result({ call, tested }: { readonly call: TestCall; readonly tested: TestedCall }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const patterns = patternsFor(call, tested);
  return (
    <div className="test-result">
      <p className="test-verdict" data-verdict={tested.verdict} data-testid="verdict">
        <Icon name={icons[tested.verdict]} />
        <strong>{text(`test.verdict.${tested.verdict}`)}</strong>
        {tested.risk !== 'low' && (
          <span className="risk" data-risk={tested.risk}>
            {text(`risk.${tested.risk}`)}
          </span>
        )}
      </p>
      {tested.riskSentence.text !== '' && tested.risk !== 'low' && (
        <p className="quiet">
          <Sentence of={tested.riskSentence} />
        </p>
      )}
      <Reasons card={tested} />
      {patterns.length > 0 && (
        <button
          type="button"
          onClick={() =>
            panel.add({ rules: patterns.map(pattern => ({ action: 'allow' as const, pattern })), by: 'panel' })
          }
        >
          {text('test.makeRule')}
        </button>
      )}
    </div>
  );
}
