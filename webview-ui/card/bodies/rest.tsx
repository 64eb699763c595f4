import type { JsonObject } from '../../../src/core/base/json';
import { JsonTree } from '../../text/jsonTree';
import type { ReactNode } from 'react';

/** The fields that the card does not draw in a form of its own: nothing of an input stays unsaid. */
export function restOf(
  input: JsonObject,
  drawn: Readonly<Record<string, 'string' | 'number' | 'boolean'>>,
): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => typeof value !== drawn[name]));
}

export function Rest({ rest }: { readonly rest: JsonObject }): ReactNode {
  if (Object.keys(rest).length === 0) return null;
  return (
    <div className="rest">
      <JsonTree value={rest} />
    </div>
  );
}
