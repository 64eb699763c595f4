import type { SessionProblem } from '../../src/core/session/view';
import { Cut } from '../text/cut';
import { LiveContext, useLiveText } from '../text/live';
import { Plain } from '../text/plain';
import { useChat, useText, useView } from '../state/context';
import type { ReactNode } from 'react';

/** Why there is no agent, with its last words and what can be done. */
export function Problem({ problem }: { readonly problem: SessionProblem }): ReactNode {
  const text = useText();
  const chat = useChat();
  const sessionId = useView(view => view.chat.activeSessionId);
  const live = useLiveText(sessionId);
  if (problem.code === 'untrusted') return <Untrusted />;
  const pathMayHelp =
    problem.code === 'cli-missing' || problem.code === 'cli-not-executable' || problem.code === 'cli-too-old';
  return (
    <section className="problem" role="alert" aria-label={text(`problem.${problem.code}`)}>
      <h2>{text(`problem.${problem.code}`)}</h2>
      <p>
        <LiveContext value={live}>
          <Cut text={text.sentence(problem.message)} />
        </LiveContext>
      </p>
      {sessionId !== undefined && <Logins problem={problem} sessionId={sessionId} />}
      {problem.stderr.length > 0 && (
        <figure>
          <figcaption className="quiet">{text('problem.stderr')}</figcaption>
          <pre className="stderr" tabIndex={0}>
            <Plain text={problem.stderr.join('\n')} />
          </pre>
        </figure>
      )}
      <div className="row">
        {sessionId !== undefined && (
          <button type="button" className="primary" onClick={() => void chat.restart(sessionId)}>
            {text('problem.restart')}
          </button>
        )}
        {pathMayHelp && (
          <button type="button" onClick={() => void chat.command('setClaudePath')}>
            {text('problem.setPath')}
          </button>
        )}
        <button type="button" onClick={() => void chat.command('showLog')}>
          {text('problem.showLog')}
        </button>
      </div>
    </section>
  );
}

/** The agent's own ways to log in, as it calls them. */
function Logins({
  problem: { logins },
  sessionId,
}: {
  readonly problem: SessionProblem;
  readonly sessionId: string;
}): ReactNode {
  const text = useText();
  const chat = useChat();
  if (!logins?.length) return null;
  return (
    <ul className="logins" aria-label={text('problem.logins')}>
      {logins.map(({ id, name, description, terminal }) => (
        <li key={id}>
          <button type="button" onClick={() => void chat.restart(sessionId, id)}>
            {terminal ? text('problem.inTerminal', name) : name}
          </button>
          {description !== '' && <span className="quiet">{description}</span>}
        </li>
      ))}
    </ul>
  );
}

/** An agent works in a folder. */
export function NoFolder(): ReactNode {
  const text = useText();
  const chat = useChat();
  return (
    <section className="problem" aria-label={text('noFolder.title')}>
      <h2>{text('noFolder.title')}</h2>
      <p>{text('noFolder.text')}</p>
      <div className="row">
        <button type="button" className="primary" onClick={() => void chat.command('openFolder')}>
          {text('noFolder.open')}
        </button>
      </div>
    </section>
  );
}

export function Untrusted(): ReactNode {
  const text = useText();
  const chat = useChat();
  return (
    <section className="problem" aria-label={text('problem.untrusted')}>
      <h2>{text('problem.untrusted')}</h2>
      <p>{text('untrusted.text')}</p>
      <div className="row">
        <button type="button" className="primary" onClick={() => void chat.command('manageTrust')}>
          {text('problem.manageTrust')}
        </button>
      </div>
    </section>
  );
}
