import { useChat, useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import { activeSession } from '../state/chatState';
import type { Translate } from '../language/translate';
import type { Shield } from '../../src/core/session/enforcement';
import { type ReactNode, useId, useRef, useState } from 'react';

/** Whether the kernel holds what the rules deny, with what it holds or what would change it on a click. */
export function ShieldButton({ open, onToggle, panel }: ShieldProps): ReactNode {
  const text = useText();
  const state = useView(view => activeSession(view.chat)?.shield.state);
  if (state === undefined || state === 'untried') return null;
  const label = text(`shield.${state}`);
  return (
    <button
      type="button"
      className="icon-button shield"
      data-shield={state}
      title={label}
      aria-label={label}
      aria-expanded={open}
      aria-controls={open ? panel : undefined}
      onClick={onToggle}
    >
      <Icon name={state === 'held' ? 'shieldHeld' : 'shieldOpen'} />
    </button>
  );
}

interface ShieldProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly panel: string;
}

/** The two parts share whether it is open, and stand apart: the button in the row, the words below it. */
export function useShield(): { readonly props: ShieldProps; readonly panel: ReactNode } {
  const [open, setOpen] = useState(false);
  const panel = useId();
  return {
    props: { open, onToggle: () => setOpen(was => !was), panel },
    panel: open ? <ShieldPanel id={panel} onClose={() => setOpen(false)} /> : null,
  };
}

function ShieldPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const shield = useView(view => activeSession(view.chat)?.shield);
  // A button that goes with what it takes back would take the focus of who pressed it along.
  const section = useRef<HTMLElement>(null);
  if (!shield || shield.state === 'untried') return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      id={id}
      className="shield-panel"
      aria-label={text('shield.title')}
      data-shield={shield.state}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <strong role="status">{text(`shield.${shield.state}`)}</strong>
      {shield.state === 'held' ? (
        <Held shield={shield} text={text} onTakenBack={() => section.current?.focus()} />
      ) : (
        <NotHeld shield={shield} text={text} />
      )}
    </section>
  );
}

function Held({ shield, text, onTakenBack }: HeldProps): ReactNode {
  const { reads, writes, hosts } = shield.counts;
  return (
    <>
      <p>{text('shield.counts', reads, writes, hosts)}</p>
      <p>{text('shield.always')}</p>
      {shield.calm !== undefined && <p>{text(shield.calm ? 'shield.calm' : 'shield.notCalm')}</p>}
      {shield.opened && <Leaves folders={shield.opened} onTakenBack={onTakenBack} />}
      {shield.gaps.map(gap => (
        <p key={gap.text}>{text('shield.gap', text.sentence(gap))}</p>
      ))}
      {shield.weaknesses?.map(weakness => (
        <p key={weakness.text} className="warning">
          <Icon name="warning" />
          <span>{text.sentence(weakness)}</span>
        </p>
      ))}
      <p className={shield.excluded ? 'warning' : undefined}>
        {shield.excluded && <Icon name="warning" />}
        <span>
          {shield.excluded ? text('shield.excluded', shield.excluded.join(', ')) : text('shield.noneExcluded')}
        </span>
      </p>
      <p>{text('shield.onlyShell')}</p>
    </>
  );
}

interface HeldProps extends Told<Extract<Shield, { readonly state: 'held' }>> {
  readonly onTakenBack: () => void;
}

/** Where a person lets commands write, until they take it back. */
function Leaves({ folders, onTakenBack }: LeavesProps): ReactNode {
  const text = useText();
  const chat = useChat();
  const sessionId = useView(view => view.chat.activeSessionId);
  const takeBack = async (folder: string): Promise<void> => {
    if (sessionId !== undefined && (await chat.takeBack(sessionId, folder))) onTakenBack();
  };
  return (
    <div className="leaves">
      <p>{text('shield.opened')}</p>
      <ul>
        {folders.map(folder => (
          <li key={folder}>
            <code>{folder}</code>
            <button
              type="button"
              className="link"
              aria-label={text('shield.takeBackOf', folder)}
              onClick={() => void takeBack(folder)}
            >
              {text('shield.takeBack')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LeavesProps {
  readonly folders: readonly string[];
  readonly onTakenBack: () => void;
}

function NotHeld({ shield, text }: Told<Extract<Shield, { readonly state: 'open' | 'stopped' }>>): ReactNode {
  return (
    <>
      <p>{text.sentence(shield.why)}</p>
      <p>{text(shield.state === 'stopped' ? 'shield.noCommands' : 'shield.byReading')}</p>
      {shield.remedy && (
        <p>
          {text('shield.remedy')} <code>{text.sentence(shield.remedy)}</code>
        </p>
      )}
    </>
  );
}

interface Told<Of extends Shield> {
  readonly shield: Of;
  readonly text: Translate;
}
