import type { Card } from '../../../src/core/card/card';
import { networkTool } from '../../../src/core/call/call';
import { asString } from '../../../src/core/base/json';
import { useText } from '../../state/context';
import { Icon } from '../../base/icon';
import { keyed } from '../../base/keyed';
import { Payload } from '../../text/payload';
import { Plain } from '../../text/plain';
import { Rest, restOf } from './rest';
import { webTarget } from './webTarget';
import type { ReactNode } from 'react';

const drawn = { url: 'string', query: 'string', prompt: 'string' } as const;

/** Which host would be asked, and what for. */
export function WebBody({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const url = asString(card.input.url);
  const query = asString(card.input.query);
  const prompt = asString(card.input.prompt);
  if (card.tool === networkTool) return <NetworkBody card={card} />;
  return (
    <>
      {url !== undefined && <Address url={url} />}
      {query !== undefined && <Payload text={query} />}
      {prompt !== undefined && (
        <div className="labelled">
          <span className="quiet">{text('web.prompt')}</span>
          <Payload text={prompt} />
        </div>
      )}
      <Rest rest={restOf(card.input, drawn)} />
    </>
  );
}

/** Which host a command wants to reach, which command that may be, and for how long the answer holds. */
function NetworkBody({ card }: { readonly card: Card }): ReactNode {
  const text = useText();
  const host = asString(card.input.host);
  return (
    <>
      {host !== undefined && <Payload text={host} />}
      {card.wantedBy !== undefined && (
        <div className="labelled">
          <span className="quiet">{text('network.wantedBy')}</span>
          {keyed(card.wantedBy, command => command).map(([key, command]) => (
            <Payload key={key} text={command} />
          ))}
        </div>
      )}
      <p className="quiet">{text('network.remembered')}</p>
      <Rest rest={restOf(card.input, { host: 'string' })} />
    </>
  );
}

export function Address({ url }: { readonly url: string }): ReactNode {
  const text = useText();
  const target = webTarget(url);
  if (target === undefined) return <Payload text={url} />;
  const draw = (): ReactNode => (
    <>
      <span className="quiet">
        <Plain text={target.before} />
      </span>
      <strong className="host">
        <Plain text={target.host} />
      </strong>
      <Plain text={target.after} />
    </>
  );
  return (
    <>
      <Payload text={url} draw={draw} />
      {target.warnings.length > 0 && (
        <ul className="warnings">
          {target.warnings.map(warning => (
            <li key={warning} className="warning">
              <Icon name="warning" />
              <span>{text(`web.${warning}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
