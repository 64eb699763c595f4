import { isObject, type JsonObject } from '../../src/core/base/json';
import type { TestCall, TestedCall } from '../../src/core/protocol/ruleRequests';
import type { NamedCall } from '../../src/core/journal/pastCalls';
import { Reasons } from '../card/bodies/reasons';
import { useChat, useText, useView } from '../state/context';
import { Icon, type IconName } from '../icon';
import { keyedPlaces } from '../keyed';
import { Sentence } from '../text/sentence';
import { choose } from './fields';
import { PaneHead } from './paneHead';
import { usePanel } from './panelContext';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { messageOf } from '../../src/core/base/messageOf';

/** Tools that have one thing which matters; any other is written as JSON. */
const mainField = {
  Bash: 'command',
  Read: 'file_path',
  Edit: 'file_path',
  Write: 'file_path',
  WebFetch: 'url',
} as const;
const tools = ['Bash', 'Read', 'Edit', 'Write', 'WebFetch', 'other'] as const;
type Tool = (typeof tools)[number];

type Written =
  | { readonly ok: true; readonly call: TestCall }
  | { readonly ok: false; readonly problem: string | undefined };

function callOf(tool: Tool, name: string, written: string): Written {
  if (written.trim() === '') return { ok: false, problem: undefined };
  if (tool !== 'other') return { ok: true, call: { tool, input: { [mainField[tool]]: written } } };
  if (name.trim() === '') return { ok: false, problem: undefined };
  try {
    const input: unknown = JSON.parse(written);
    return isObject(input) ? { ok: true, call: { tool: name.trim(), input } } : { ok: false, problem: '{ … }' };
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}

/** Says what the rules would say of a call, before any agent asks for it. Nothing runs. */
export function TestBox(): ReactNode {
  const text = useText();
  const ids = { tool: useId(), name: useId(), input: useId() };
  const [tool, setTool] = useState<Tool>('Bash');
  const [name, setName] = useState('');
  const [written, setWritten] = useState('');
  /** Tools that are not among the choices, and inputs that have more to them, are shown whole. */
  function pick({ tool: picked, input }: NamedCall): void {
    const known = tools.find(it => it === picked && it !== 'other');
    const main = known === undefined || known === 'other' ? undefined : input[mainField[known]];
    const plain = known !== undefined && typeof main === 'string';
    setTool(plain ? known : 'other');
    setName(plain ? '' : picked);
    setWritten(plain ? main : JSON.stringify(input, undefined, 2));
  }

  const read = callOf(tool, name, written);
  const { tested, trouble } = useTested(read.ok ? read.call : undefined);
  return (
    <div className="pane">
      <PaneHead title={text('test.title')} />
      <p className="quiet">{text('test.about')}</p>
      <PastCalls onPick={pick} />
      <div className="rule-fields">
        <div className="rule-field">
          <label htmlFor={ids.tool}>{text('filter.tool')}</label>
          <select id={ids.tool} value={tool} onChange={event => choose(tools, event.target.value, setTool)}>
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
            <input id={ids.name} type="text" value={name} onChange={event => setName(event.target.value)} />
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
          onChange={event => setWritten(event.target.value)}
        />
      </div>
      {!read.ok && read.problem !== undefined && <p className="bad">{text('edit.broken', read.problem)}</p>}
      {trouble !== undefined && (
        <p className="bad">
          <Sentence text={trouble} />
        </p>
      )}
      <div aria-live="polite">{read.ok && tested !== undefined && <Result call={read.call} tested={tested} />}</div>
    </div>
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
const pauseMs = 150;

/** Asks the host of the call that is written, and again whenever the rules change. */
function useTested(call: TestCall | undefined): { readonly tested?: TestedCall; readonly trouble?: string } {
  const chat = useChat();
  const revision = useView(view => view.chat.rules?.revision);
  const sessionId = useView(view => view.chat.activeSessionId);
  const [state, setState] = useState<{ readonly tested?: TestedCall; readonly trouble?: string }>({});
  const session = sessionId === undefined ? {} : { sessionId };
  // The revision is part of the question: the same call may be judged otherwise by other rules.
  const question = call === undefined ? undefined : JSON.stringify([{ ...call, ...session }, revision]);
  useEffect(() => {
    if (question === undefined) return undefined;
    let current = true;
    const timer = window.setTimeout(() => {
      const [params]: [TestCall] = JSON.parse(question);
      chat.host.request('rules/test', params).then(
        tested => current && setState({ tested }),
        (error: unknown) => current && setState({ trouble: messageOf(error) }),
      );
    }, pauseMs);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [chat, question]);
  return state;
}

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
      {tested.riskSentence !== '' && tested.risk !== 'low' && (
        <p className="quiet">
          <Sentence text={tested.riskSentence} />
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

/** Rules to begin with: exactly the parts that ask. What is denied is denied, whatever else allows it. */
function patternsFor(call: TestCall, tested: TestedCall): readonly string[] {
  if (tested.verdict !== 'ask') return [];
  if (call.tool !== 'Bash') return [`${call.tool}${specifier(call.input)}`];
  const asking = tested.because.filter(part => part.verdict === 'ask').map(part => part.command ?? call.input.command);
  return [...new Set(asking)].filter(command => typeof command === 'string').map(command => `Bash(${command})`);
}

function specifier(input: JsonObject): string {
  const { file_path: path, url } = input;
  if (typeof path === 'string') return `(${path.startsWith('/') ? '/' : ''}${path})`;
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : undefined;
  return host === undefined ? '' : `(domain:${host})`;
}
