import type { Task } from '../../src/core/transcript/items';
import { pageSize } from '../../src/core/transcript/page';
import { duration } from '../base/duration';
import { Icon } from '../base/icon';
import { useChat, useText, useView } from '../state/context';
import { Output } from '../text/output';
import { blockSize } from './blocks';
import { Plain } from '../text/plain';
import { type ReactNode, useMemo, useState } from 'react';

const noIds: readonly string[] = [];

interface TaskLineProps {
  readonly task: Task;
  readonly toolCallId: string;
  readonly draw: (ids: readonly string[]) => ReactNode;
}

/** What a subagent or a command in the background is doing, with what it says and does folded under its call. */
export function TaskLine({ task, toolCallId, draw }: TaskLineProps): ReactNode {
  const text = useText();
  const ids = useView(view => view.chat.nested.get(toolCallId) ?? noIds);
  const [open, setOpen] = useState<boolean>();
  const runs = task.state === 'running';
  return (
    <div className="task" data-state={task.state}>
      <div className="task-head">
        <Icon name={runs ? 'chevronRight' : task.state === 'done' ? 'check' : 'warning'} />
        <span className="task-facts">
          <Plain text={factsOf(task, text).join(' · ')} />
        </span>
        {runs && <StopTask task={task} />}
      </div>
      {task.calls === undefined && task.background === true && <TaskOutput task={task} />}
      {ids.length > 0 && (
        <details open={open ?? runs} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary>{text('task.steps', ids.length)}</summary>
          {(open ?? runs) && <Steps ids={ids} draw={draw} />}
        </details>
      )}
    </div>
  );
}

/** The last of what it said and did, and what came before when a person asks. */
function Steps({ ids, draw }: Pick<TaskLineProps, 'draw'> & { readonly ids: readonly string[] }): ReactNode {
  const text = useText();
  const [drawn, setDrawn] = useState(pageSize);
  // Whole blocks are left out, so that what is drawn does not shift with each line that comes.
  const hidden = Math.max(0, Math.floor((ids.length - drawn) / blockSize) * blockSize);
  const shown = useMemo(() => (hidden === 0 ? ids : ids.slice(hidden)), [ids, hidden]);
  return (
    <div className="call-nested">
      {hidden > 0 && (
        <button type="button" className="link" onClick={() => setDrawn(drawn + pageSize)}>
          {text('transcript.earlier', Math.min(hidden, pageSize))}
        </button>
      )}
      {draw(shown)}
    </div>
  );
}

function factsOf(task: Task, text: ReturnType<typeof useText>): readonly string[] {
  const { state, doing, background, tokens, calls, durationMs } = task;
  const facts = [text(background === true ? `task.behind.${state}` : `task.${state}`)];
  if (state === 'running' && doing !== undefined) facts.push(doing);
  if (calls !== undefined) facts.push(text('task.calls', calls));
  if (tokens !== undefined)
    facts.push(text('task.tokens', tokens < 1000 ? tokens : `${Number((tokens / 1000).toFixed(1))}k`));
  if (durationMs !== undefined && state !== 'running') facts.push(duration(durationMs));
  return facts;
}

function StopTask({ task: { taskId } }: { readonly task: Task }): ReactNode {
  const text = useText();
  const chat = useChat();
  const sessionId = useView(view => view.chat.activeSessionId ?? '');
  return (
    <button
      type="button"
      className="link"
      aria-label={text('task.stopThis')}
      onClick={() => void chat.attempt(() => chat.host.request('task/stop', { sessionId, taskId }))}
    >
      {text('task.stop')}
    </button>
  );
}

/** The end of what it prints, when it is asked for. */
function TaskOutput({ task: { taskId } }: { readonly task: Task }): ReactNode {
  const text = useText();
  const chat = useChat();
  const sessionId = useView(view => view.chat.activeSessionId ?? '');
  const [output, setOutput] = useState<string>();
  async function look(): Promise<void> {
    await chat.attempt(async () => setOutput((await chat.host.request('task/output', { sessionId, taskId })).text));
  }
  return (
    <>
      <button type="button" className="link" onClick={() => void look()}>
        {text(output === undefined ? 'task.look' : 'task.lookAgain')}
      </button>
      {output !== undefined &&
        (output === '' ? <p className="quiet">{text('returned.silent')}</p> : <Output text={output} />)}
    </>
  );
}
