import type { Use } from '../../src/core/call/use';
import { shortModelName } from '../../src/core/session/modelName';
import type { SessionView } from '../../src/core/session/view';
import { Icon } from '../base/icon';
import type { Translate } from '../language/translate';
import { useChat, useText } from '../state/context';
import type { ReactNode } from 'react';

/** Context that is nearly full: the agent will soon sum up what was said. */
const nearlyFull = 80;

/** Which model answers, and the way to another one. Whoever stands in for the real ones is named first. */
export function Model({ session }: { readonly session: SessionView }): ReactNode {
  const text = useText();
  const chat = useChat();
  const names = modelNames(session, text);
  const name = names.join(' · ');
  return (
    <button
      type="button"
      className="mode model"
      title={text('header.model', [...names, ...facts(session.use, text)].join(', '))}
      aria-label={text('header.model', name)}
      onClick={() => void chat.command('chooseModel')}
    >
      <span>{name}</span>
      <Icon name="chevronDown" />
    </button>
  );
}

/** How full the context is, and the way to what the session has cost. */
export function Context({ use }: { readonly use: Use | undefined }): ReactNode {
  const text = useText();
  const chat = useChat();
  const { tokens, window } = use?.context ?? {};
  if (tokens === undefined || window === undefined) return null;
  const percent = Math.round((tokens / window) * 100);
  return (
    <button
      type="button"
      className="mode context-use"
      data-nearly-full={percent >= nearlyFull}
      title={text('header.context', percent)}
      aria-label={text('header.context', percent)}
      onClick={() => void chat.command('showUsage')}
    >
      {text('header.percent', percent)}
    </button>
  );
}

function modelNames({ model, use }: SessionView, text: Translate): readonly string[] {
  const server = text.sentence(model);
  const short = use?.model === undefined ? undefined : shortModelName(use.model);
  if (short === undefined) return [server];
  return server === 'Claude' ? [short] : [server, short];
}

function facts(use: Use | undefined, text: Translate): readonly string[] {
  return [
    ...(use?.model === undefined ? [] : [use.model]),
    ...(use?.effort === undefined ? [] : [text('header.effort', use.effort)]),
    ...(use?.thinkingOff === true ? [text('header.thinkingOff')] : []),
  ];
}
