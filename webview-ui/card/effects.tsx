import type { Card } from '../../src/core/card/card';
import { alarmOf } from '../../src/core/card/alarm';
import type { CallEffect } from '../../src/core/call/judgement';
import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { keyed } from '../base/keyed';
import { Sentence } from '../text/sentence';
import type { ReactNode } from 'react';

/** What a call does beside what its title says: of a command everything, of another tool what needs a look. */
function effectsBeside({ effects = [], kind }: Card): readonly CallEffect[] {
  return kind === 'bash' ? effects : effects.filter(({ alarm }) => alarm !== 'none');
}

/** What the call does, and to what, each as one mark. Ordinary work carries no sign and no colour. */
export function Effects({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const effects = effectsBeside(card);
  if (effects.length === 0) return null;
  return (
    <ul className="effects" aria-label={text('effects.label')}>
      {keyed(effects, ({ says }) => says.text).map(([key, effect]) => (
        <li key={key} className="effect" data-alarm={effect.alarm} title={text.sentence(effect.says)}>
          {effect.alarm !== 'none' && <Icon name="warning" />}
          <span>
            <Sentence of={effect.says} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Of what a call does the first that needs a look, for a line; nothing for ordinary work. */
export function WorstEffect({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const alarm = alarmOf(card);
  if (alarm === 'none') return null;
  const worst = card.effects?.find(effect => effect.alarm === alarm);
  const says = worst === undefined ? text(`risk.${card.risk}`) : text.sentence(worst.says);
  return (
    <span className="effect" data-alarm={alarm} title={says}>
      <Icon name="warning" />
      <span>{says}</span>
    </span>
  );
}
