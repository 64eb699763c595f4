import type { Card } from '../../src/core/card/card';
import { Answers } from './answers';
import type { Decider } from './useDecider';
import type { Edit } from './useEdit';
import { RuleForm } from './ruleForm';
import { CriticalPanel, NotePanel } from './panels';
import type { ReactNode } from 'react';

interface ActionsProps {
  readonly card: Card;
  readonly cardKey: string;
  readonly decider: Decider;
  readonly edit: Edit;
}

/** The answers, or the step that one of them needs. They stay in sight whatever the size of what is above them. */
export function Actions({ card, cardKey, decider, edit }: ActionsProps): ReactNode {
  const { mode } = decider;
  switch (mode) {
    case 'denyNote':
    case 'allowNote':
      return <NotePanel card={card} cardKey={cardKey} decider={decider} of={mode} />;
    case 'critical':
      return <CriticalPanel decider={decider} />;
    case 'rule':
    case 'projectRule':
      return <RuleForm card={card} decider={decider} forProject={mode === 'projectRule'} />;
    case 'choose':
      return <Answers card={card} decider={decider} edit={edit} />;
    default:
      return mode satisfies never;
  }
}
