import type { Card } from '../../src/core/card/card';
import { type JsonObject, asString } from '../../src/core/base/json';
import { useText } from '../state/context';
import { InteractionForm } from '../form/interactionForm';
import { answeredCount, missingCount } from '../form/response';
import { Icon } from '../base/icon';
import { HiddenWarning } from '../text/payload';
import { Plain } from '../text/plain';
import { Sentence } from '../text/sentence';
import { BashBody } from './bodies/bash';
import { FileBody } from './bodies/file';
import { AgentBody, DeleteBody, InputBody } from './bodies/inputBody';
import { PlanBody } from './bodies/plan';
import { Rest, restOf } from './bodies/rest';
import { PartReasons, WhyAsks } from '../ruleParts/reasons';
import { Address, WebBody } from './bodies/web';
import { Editor, EditState } from './editor';
import { isAgentTool, textsOf } from './sentence';
import type { Edit } from './useEdit';
import type { FormAnswer } from './useForm';
import { type ReactNode, useMemo } from 'react';

interface BodyProps {
  readonly card: Card;
  readonly edit: Edit;
  readonly form: FormAnswer;
}

/** Why it asks, exactly what would run, what the rules say of its parts, and the rest; in this order. */
export function Body({ card, edit, form }: BodyProps): ReactNode {
  const text = useText();
  const why = card.details.reason;
  const texts = useMemo(() => textsOf(card), [card]);
  return (
    <>
      {why !== undefined && (
        <p className="why quiet">
          <Plain text={why} />
        </p>
      )}
      {card.interaction === undefined && card.kind !== 'plan' && <WhyAsks card={card} />}
      <Said card={card} />
      {card.kind !== 'file_write' && card.kind !== 'plan' && <HiddenWarning texts={texts} />}
      {edit.open ? <Editor edit={edit} /> : edit.result !== undefined && <EditState edit={edit} />}
      {card.edit?.unsaved === true && (
        <p className="warning">
          <Icon name="warning" />
          <span>{text('edit.unsaved')}</span>
        </p>
      )}
      <Payloads card={card} edit={edit} form={form} />
      {card.kernel !== undefined && (
        <p className="warning">
          <Icon name="shieldHeld" />
          <span>
            <Sentence of={card.kernel} />
          </span>
        </p>
      )}
      {card.excluded !== undefined && (
        <p className="warning">
          <Icon name="shieldOpen" />
          <span>{text('card.excluded', card.excluded)}</span>
        </p>
      )}
      <PartReasons card={card} />
      <Details card={card} />
    </>
  );
}

/** How the call is weighed, and where it would run: for who wants to know more. */
function Details({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  return (
    <details className="more">
      <summary>{text('card.details')}</summary>
      <ul className="details quiet">
        <li>
          {text(`risk.${card.risk}`)}
          {card.riskSentence.text !== '' && (
            <>
              {' · '}
              <Sentence of={card.riskSentence} />
            </>
          )}
        </li>
        <li>
          <Plain text={text('card.where', card.cwd)} />
        </li>
        <li>
          <Plain text={text('card.tool', card.tool)} />
        </li>
      </ul>
    </details>
  );
}

/** Whether the input that is drawn anyway says it: as it is, or at the end of a path. */
function isDrawn(said: string, input: JsonObject): boolean {
  return Object.values(input).some(value => value === said || asString(value)?.endsWith(`/${said}`) === true);
}

/** What the agent says of its question, where the input does not say it. */
function Said({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const { description, blockedPath } = card.details;
  const says = description !== undefined && !isDrawn(description, card.input);
  if (!says && blockedPath === undefined) return null;
  return (
    <p className="facts quiet">
      {says && (
        <span>
          {text('card.said')} <Plain text={description} />
        </span>
      )}
      {blockedPath !== undefined && (
        <span>
          {text('card.blockedPath')} <Plain text={blockedPath} />
        </span>
      )}
    </p>
  );
}

function Payloads({ card, edit, form }: BodyProps): ReactNode {
  const input: JsonObject = edit.result?.ok === true ? edit.result.input : card.input;
  switch (card.kind) {
    case 'bash':
      // The editor shows the command already.
      if (edit.open) return null;
      return asString(input.command) === undefined ? <InputBody input={input} /> : <BashBody card={card} />;
    case 'file_write':
      return <FileBody card={card} input={input} />;
    case 'plan':
      return <PlanBody card={card} plan={asString(input.plan) ?? ''} />;
    case 'question':
    case 'elicitation':
      return <Ask card={card} form={form} />;
    case 'web':
      return edit.open ? null : <WebBody card={card} />;
    case 'file_delete':
      return edit.open ? null : <DeleteBody card={card} />;
    case 'mcp':
    case 'skill':
      return edit.open ? null : <InputBody input={input} />;
    case 'other':
      if (edit.open) return null;
      return isAgentTool(card.tool) ? <AgentBody input={input} /> : <InputBody input={input} />;
    default:
      return card.kind satisfies never;
  }
}

function Ask({ card, form }: Pick<BodyProps, 'card' | 'form'>): ReactNode {
  const text = useText();
  const { interaction } = card;
  if (interaction !== undefined && form.response !== undefined) {
    const missing = missingCount(interaction, form.response);
    const count = interaction.type === 'combined' ? interaction.interactions.length : 1;
    return (
      <>
        <InteractionForm
          interaction={interaction}
          response={form.response}
          problems={form.problems}
          onChange={form.change}
        />
        {count > 1 && (
          <p className="quiet" role="status">
            {missing > 0 ? text('form.missing', missing) : text('form.answered', answeredCount(form.response), count)}
          </p>
        )}
      </>
    );
  }
  const url = asString(card.input.url);
  if (url === undefined) return <InputBody input={card.input} />;
  return (
    <>
      <p>
        <Plain text={asString(card.input.message) ?? ''} />
      </p>
      <Address url={url} />
      <Rest rest={restOf(card.input, { message: 'string', url: 'string' })} />
    </>
  );
}
