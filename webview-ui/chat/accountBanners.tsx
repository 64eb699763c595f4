import type { PlanLimits, Unreached } from '../../src/core/call/use';
import { isSignedOut } from '../../src/core/call/agentFacts';
import { timeOf } from '../base/timeOf';
import { Icon } from '../base/icon';
import { useChat, useText, useView } from '../state/context';
import { activeSession } from '../state/chatState';
import type { ReactNode } from 'react';

/** What keeps the model from answering, or soon will: nobody is signed in, or the plan is used up. */
export function AccountBanners(): ReactNode {
  const account = useView(view => view.chat.facts?.account);
  const limits = useView(view => activeSession(view.chat)?.use?.limits);
  const unreached = useView(view => activeSession(view.chat)?.use?.unreached);
  const signedOut = account !== undefined && isSignedOut(account);
  return (
    <>
      {signedOut ? <SignedOut /> : unreached !== undefined && <NotReached why={unreached} />}
      {limits !== undefined && limits.status !== 'allowed' && <Limit limits={limits} />}
    </>
  );
}

function SignedOut(): ReactNode {
  const text = useText();
  const chat = useChat();
  return (
    <section className="trust-banner" aria-label={text('signedOut.title')}>
      <Icon name="warning" />
      <span className="trust-text" role="status">
        <strong>{text('signedOut.title')}</strong> <span>{text('signedOut.text')}</span>
      </span>
      <button type="button" className="primary" onClick={() => void chat.command('account')}>
        {text('signedOut.signIn')}
      </button>
    </section>
  );
}

/** The last message got no answer, and whether another one gets one is up to the person. */
function NotReached({ why }: { readonly why: Unreached }): ReactNode {
  const text = useText();
  const chat = useChat();
  const session = useView(view => activeSession(view.chat));
  const busy = session?.status.state === 'running';
  return (
    <section className="trust-banner" aria-label={text(`unreached.${why}`)}>
      <Icon name="warning" />
      <span className="trust-text" role="status">
        <strong>{text(`unreached.${why}`)}</strong> <span>{text(`unreached.${why}.now`)}</span>
      </span>
      {why === 'account' && (
        <button type="button" className="primary" onClick={() => void chat.command('account')}>
          {text('signedOut.signIn')}
        </button>
      )}
      {why === 'network' && !busy && (
        <button type="button" className="primary" onClick={() => void chat.send({ text: text('unreached.goOn') })}>
          {text('unreached.tryAgain')}
        </button>
      )}
    </section>
  );
}

function Limit({ limits }: { readonly limits: PlanLimits }): ReactNode {
  const text = useText();
  const chat = useChat();
  const { status, kind, resetsAt, windows } = limits;
  const language = useView(view => view.chat.language);
  const used = windows.find(window => window.kind === kind)?.used;
  const name = kind === 'five_hour' || kind === 'seven_day' ? text(`limit.${kind}`) : kind;
  const title =
    status === 'rejected' || used === undefined
      ? text(status === 'rejected' ? 'limit.reached' : 'limit.near', name)
      : text('limit.used', Math.round(used * 100), name);
  return (
    <section className="trust-banner" aria-label={title}>
      <Icon name="warning" />
      <span className="trust-text" role="status">
        <strong>{title}</strong>{' '}
        {resetsAt !== undefined && <span>{text('limit.resets', timeOf(resetsAt, language))}</span>}
      </span>
      <ContinueThen limits={limits} />
      <button type="button" onClick={() => void chat.command('showUsage')}>
        {text('limit.show')}
      </button>
    </section>
  );
}

/** Has Claude go on when the limit is over. What it is told then waits in the queue, from which it can be removed. */
function ContinueThen({ limits: { status, resetsAt } }: { readonly limits: PlanLimits }): ReactNode {
  const text = useText();
  const chat = useChat();
  const sessionId = useView(view => view.chat.activeSessionId);
  const waits = useView(view => activeSession(view.chat)?.queue?.until !== undefined);
  const busy = useView(view => activeSession(view.chat)?.status.state === 'running');
  if (status !== 'rejected' || resetsAt === undefined || sessionId === undefined || waits || busy) return null;
  const then = { type: 'later', text: text('unreached.goOn'), at: resetsAt } as const;
  return (
    <button type="button" className="primary" onClick={() => void chat.changeQueue(sessionId, then)}>
      {text('limit.then')}
    </button>
  );
}
