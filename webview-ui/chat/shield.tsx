import { useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import { activeSession } from '../state/chatState';
import type { Translate } from '../language/translate';
import type { Shield } from '../../src/core/session/enforcement';
import { type ReactNode, useId, useState } from 'react';

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
  if (!shield || shield.state === 'untried') return null;
  return (
    <section
      id={id}
      className="shield-panel"
      aria-label={text('shield.title')}
      data-shield={shield.state}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <strong role="status">{text(`shield.${shield.state}`)}</strong>
      {shield.state === 'held' ? <Held shield={shield} text={text} /> : <NotHeld shield={shield} text={text} />}
    </section>
  );
}

function Held({ shield, text }: Told<Extract<Shield, { readonly state: 'held' }>>): ReactNode {
  const { reads, writes, hosts } = shield.counts;
  return (
    <>
      <p>{text('shield.counts', reads, writes, hosts)}</p>
      <p>{text('shield.always')}</p>
      {shield.calm !== undefined && <p>{text(shield.calm ? 'shield.calm' : 'shield.notCalm')}</p>}
      {shield.opened && <p>{text('shield.opened', shield.opened.join(', '))}</p>}
      {shield.gaps.map(gap => (
        <p key={gap.text}>{text('shield.gap', text.sentence(gap))}</p>
      ))}
      {shield.weaknesses?.map(weakness => (
        <p key={weakness.text} className="warning">
          <Icon name="warning" />
          <span>{text.sentence(weakness)}</span>
        </p>
      ))}
      <p>
        {text('shield.noneExcluded')} {text('shield.onlyShell')}
      </p>
    </>
  );
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
