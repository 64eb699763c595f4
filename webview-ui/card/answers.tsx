import { alarmOf } from '../../src/core/card/alarm';
import type { Card } from '../../src/core/card/card';
import { writeLeave } from '../../src/core/card/suggestions';
import { type MenuItem, SplitButton } from '../base/splitButton';
import { useText, useView } from '../state/context';
import type { Translate } from '../language/translate';
import { allowKeys, denyKeys } from './keys';
import type { Decider } from './useDecider';
import type { Edit } from './useEdit';
import { useRuleOffers } from './useRuleOffers';
import { type ReactNode, useState } from 'react';

interface AnswersProps {
  readonly card: Card;
  readonly decider: Decider;
  readonly edit: Edit;
}

/** Yes on one side and no on the other, in one row at every width; behind each, the ways of saying it. */
export function Answers(props: AnswersProps): ReactNode {
  const text = useText();
  return (
    <div className="card-actions answers">
      <Allow {...props} />
      {props.decider.sending && <span className="quiet">{text('card.sending')}</span>}
      <Deny {...props} />
    </div>
  );
}

function Allow({ card, decider, edit }: AnswersProps): ReactNode {
  const text = useText();
  const [opened, setOpened] = useState(false);
  const rules = useView(view => view.chat.capabilities.rules);
  // What waits for an answer is never for a rule, and a rule is offered for the call as it was proposed.
  const ruleHelps = rules && card.interaction === undefined && card.kind !== 'plan' && edit.result === undefined;
  const { offers } = useRuleOffers(card, opened && ruleHelps);
  const { offered } = card.details;
  const items = [
    ...(offered?.lasting ?? []).map(({ id, name }) => ({
      key: `option:${id}`,
      label: text('card.agentsOwn', name),
      pick: () => decider.allow({ option: id }),
    })),
    ...(card.kind === 'plan' && offered === undefined ? planItems(decider, text) : []),
    ...writeItems(card, decider, text),
    ...(ruleHelps ? ruleItems(decider, offers, text) : []),
    ...editItem(edit, text),
    ...(card.kind === 'elicitation' || offered !== undefined
      ? []
      : [
          {
            key: 'note',
            label: text(card.kind === 'plan' ? 'plan.allowNote' : 'card.allowNote'),
            pick: () => decider.open('allowNote'),
          },
        ]),
  ];
  return (
    <SplitButton
      label={text(allowLabel(card))}
      moreLabel={text('card.allowMore')}
      {...(alarmOf(card) === 'none' ? { keys: allowKeys } : {})}
      filled={alarmOf(card) !== 'red'}
      {...(offered?.allow ? { hint: text('card.agentsName', offered.agent, offered.allow) } : {})}
      off={decider.blocked || !decider.canAllow}
      moreOff={decider.blocked}
      items={items}
      onPress={() => decider.allow()}
      onOpen={() => setOpened(true)}
    />
  );
}

function allowLabel(card: Card): 'card.answer' | 'plan.approve' | 'card.allowAnyway' | 'card.allowOnce' {
  if (card.interaction !== undefined) return 'card.answer';
  if (card.kind === 'plan') return 'plan.approve';
  return card.risk === 'critical' ? 'card.allowAnyway' : 'card.allowOnce';
}

/** A plan can be taken in three ways: by the button, after which each edit asks, and these. */
function planItems(decider: Decider, text: Translate): readonly MenuItem[] {
  return (['acceptEdits', 'clear'] as const).map(plan => ({
    key: plan,
    label: text(`plan.${plan}`),
    pick: () => decider.allow({ plan }),
  }));
}

/** What the kernel would stop can be let through, for this command or until the session ends. */
function writeItems({ details }: Card, decider: Decider, text: Translate): readonly MenuItem[] {
  return details.suggestions.flatMap(suggestion => {
    const leave = writeLeave(suggestion);
    if (!leave) return [];
    const { folder, lasts } = leave;
    const pick = (): void => decider.allow({ suggestions: [suggestion] });
    const label = text(lasts === 'session' ? 'card.allowWriteInSession' : 'card.allowWrite', folder);
    return [{ key: `write ${lasts} ${folder}`, label, pick }];
  });
}

function ruleItems(
  decider: Decider,
  offers: ReturnType<typeof useRuleOffers>['offers'],
  text: Translate,
): readonly MenuItem[] {
  const [narrowest] = offers?.offers ?? [];
  const { patterns, says } = narrowest ?? {};
  return [
    ...(patterns === undefined || says === undefined || offers?.scopes.includes('session') !== true
      ? []
      : [
          {
            key: 'session',
            label: text('card.allowInSession', says.map(text.sentence).join(', ')),
            pick: () => decider.allow({ rule: { action: 'allow', patterns, scope: 'session' } }),
          },
        ]),
    { key: 'rule', label: text('card.makeRule'), pick: () => decider.open('rule') },
    ...(offers?.scopes.includes('project') === true
      ? [{ key: 'project', label: text('card.makeProjectRule'), pick: () => decider.open('projectRule') }]
      : []),
  ];
}

/** Changes what will run before it is allowed; opening it decides nothing. */
function editItem(edit: Edit, text: Translate): readonly MenuItem[] {
  if (edit.editable === undefined || edit.open) return [];
  return [{ key: 'edit', label: text('card.edit'), pick: edit.begin }];
}

/** Over ACP there is no other stop than that of the whole turn. */
function stopLabel({ subagent, details }: Card): 'card.denyStop' | 'card.denyStopSubagent' | 'card.denyStopAll' {
  if (subagent === undefined) return 'card.denyStop';
  return details.offered === undefined ? 'card.denyStopSubagent' : 'card.denyStopAll';
}

function Deny({ card, decider }: AnswersProps): ReactNode {
  const text = useText();
  const { offered } = card.details;
  const plan = card.kind === 'plan';
  return (
    <SplitButton
      label={text(plan ? 'plan.deny' : 'card.deny')}
      moreLabel={text('card.denyMore')}
      {...(offered?.deny ? { hint: text('card.agentsName', offered.agent, offered.deny) } : {})}
      keys={denyKeys}
      filled={alarmOf(card) === 'red'}
      off={decider.blocked}
      moreOff={decider.blocked}
      items={[
        { key: 'note', label: text('card.denyNote'), pick: () => decider.open('denyNote') },
        { key: 'stop', label: text(stopLabel(card)), pick: () => decider.deny({ stop: true }) },
      ]}
      onPress={() => decider.deny()}
    />
  );
}
