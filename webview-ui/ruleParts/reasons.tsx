import type { Card } from '../../src/core/card/card';
import type { CardReason } from '../../src/core/call/judgement';
import type { RuleRef } from '../../src/core/call/ruleRef';
import { useChat, useText } from '../state/context';
import { Icon, type IconName } from '../base/icon';
import { keyed } from '../base/keyed';
import { Plain } from '../text/plain';
import type { ReactNode } from 'react';

const icons: Readonly<Record<CardReason['verdict'], IconName>> = { allow: 'check', ask: 'question', deny: 'close' };
/** More parts that are allowed anyway are folded: what asks is what has to be read. */
const allowedInSight = 2;

/** What the rules say of parts of a call, in the same words. */
interface Said extends Omit<CardReason, 'command'> {
  readonly commands: readonly string[];
}

/** What the rules say of the call: each reason once, with the parts that it is said of; what asks comes first. */
export function Reasons({ card }: { readonly card: Pick<Card, 'because'> }): ReactNode {
  const text = useText();
  const asking = folded(card.because.filter(part => part.verdict !== 'allow'));
  const allowed = card.because.filter(part => part.verdict === 'allow');
  const foldedAway = allowed.length > allowedInSight;
  const inSight = foldedAway ? asking : [...asking, ...folded(allowed)];
  const [only] = inSight;
  return (
    <>
      {only !== undefined && inSight.length === 1 && only.verdict === 'ask' ? (
        <p className="why-asks quiet">
          <Why said={only} />
        </p>
      ) : (
        <ReasonList said={inSight} />
      )}
      {foldedAway && (
        <details className="more">
          <summary>{text('because.allowed', allowed.length)}</summary>
          <ReasonList said={folded(allowed)} />
        </details>
      )}
    </>
  );
}

/** Why a call asks, in one line: the reason that decided. */
export function WhyAsks({ card }: { readonly card: Pick<Card, 'because'> }): ReactNode {
  const [first] = folded(card.because.filter(part => part.verdict !== 'allow'));
  return first === undefined ? null : (
    <p className="why-asks quiet">
      <Why said={first} />
    </p>
  );
}

/** What the rules say of each part of a call, where there is more to say than why it asks. */
export function PartReasons({ card }: { readonly card: Pick<Card, 'because'> }): ReactNode {
  const text = useText();
  const all = folded(card.because);
  return all.length < 2 ? null : (
    <details className="more">
      <summary>{text('because.parts', card.because.length)}</summary>
      <ReasonList said={all} />
    </details>
  );
}

function folded(parts: readonly CardReason[]): readonly Said[] {
  const all = new Map<string, Said>();
  for (const { command, ...said } of parts) {
    const key = JSON.stringify([said.verdict, said.reason, said.rule, said.where]);
    const before = all.get(key)?.commands ?? [];
    all.set(key, { ...said, commands: command === undefined ? before : [...before, command] });
  }
  return [...all.values()];
}

function ReasonList({ said }: { readonly said: readonly Said[] }): ReactNode {
  const text = useText();
  if (said.length === 0) return null;
  return (
    <ul className="because">
      {keyed(said, it => `${it.verdict}:${it.commands[0] ?? it.reason.text}`).map(([key, it]) => (
        <li key={key} data-verdict={it.verdict}>
          <Icon name={icons[it.verdict]} />
          <span>
            {/* Of what is all there is, repeating it says nothing. */}
            {said.length > 1 && <Commands of={it.commands} />}
            <span className="verdict">{text(`verdict.${it.verdict}`)}</span>
            <span className="quiet">
              {' · '}
              <Why said={it} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Commands({ of }: { readonly of: readonly string[] }): ReactNode {
  return keyed(of, () => 'command').map(([key, command]) => (
    <span key={key}>
      <code>
        <Plain text={command} />
      </code>{' '}
    </span>
  ));
}

/** The reason, and of a deny rule who keeps it from commands. */
function Why({ said }: { readonly said: Said }): ReactNode {
  const text = useText();
  return (
    <>
      <Reason said={said} />
      {said.held !== undefined && <Plain text={` · ${text.sentence(said.held)}`} />}
    </>
  );
}

/** In a sentence; the rule in it, or the one that it comes from, leads to where rules are managed. */
function Reason({ said: { reason, rule, ref, where } }: { readonly said: Said }): ReactNode {
  const text = useText();
  const sentence = text.sentence(reason);
  const named = reason.values?.rule;
  if (rule !== undefined && typeof named === 'string' && named.startsWith(rule) && sentence.includes(named)) {
    const at = sentence.indexOf(named);
    return (
      <>
        <Plain text={sentence.slice(0, at)} />
        <RuleName name={named} target={ref} />
        <Plain text={sentence.slice(at + named.length)} />
      </>
    );
  }
  return (
    <>
      <Plain text={sentence} />
      {rule !== undefined && (
        <>
          {' · '}
          <RuleName name={rule} target={ref} />
        </>
      )}
      {where !== undefined && <Plain text={` · ${text.place(where)}`} />}
    </>
  );
}

function RuleName({ name, target }: { readonly name: string; readonly target: RuleRef | undefined }): ReactNode {
  const text = useText();
  const chat = useChat();
  const written = (
    <code>
      <Plain text={name} />
    </code>
  );
  if (target === undefined) return written;
  return (
    <button
      type="button"
      className="link"
      title={text('because.showRule')}
      onClick={() => void chat.attempt(() => chat.host.request('rules/show', { rule: target }))}
    >
      {written}
    </button>
  );
}
