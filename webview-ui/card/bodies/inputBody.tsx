import type { Card } from '../../../src/core/card/card';
import { type JsonObject, asString } from '../../../src/core/base/json';
import { useText } from '../../state/context';
import { JsonTree } from '../../text/jsonTree';
import { Payload } from '../../text/payload';
import { filePath } from './filePath';
import { Rest, restOf } from './rest';
import type { ReactNode } from 'react';

/** Arguments of a tool that we know nothing about: as a tree, with the JSON itself behind it. */
export function InputBody({ input }: { readonly input: JsonObject }): ReactNode {
  const text = useText();
  if (Object.keys(input).length === 0) return <p className="quiet">{text('input.none')}</p>;
  return (
    <>
      <div className="payload tree">
        <JsonTree value={input} />
      </div>
      <Raw input={input} />
    </>
  );
}

function Raw({ input }: { readonly input: JsonObject }): ReactNode {
  const text = useText();
  return (
    <details className="more">
      <summary>{text('input.raw')}</summary>
      <Payload text={JSON.stringify(input, undefined, 2)} />
    </details>
  );
}

/** What a subagent is told to do. */
export function AgentBody({ input }: { readonly input: JsonObject }): ReactNode {
  const prompt = asString(input.prompt);
  return (
    <>
      {prompt !== undefined && <Payload text={prompt} />}
      <Rest rest={restOf(input, { prompt: 'string', subagent_type: 'string' })} />
    </>
  );
}

export function DeleteBody({ card }: { readonly card: Card }): ReactNode {
  const path = filePath(card);
  if (path === '') return <InputBody input={card.input} />;
  return (
    <>
      <Payload text={path} />
      <Rest rest={restOf(card.input, { file_path: 'string' })} />
    </>
  );
}
