import { isObject, type Json } from '../../src/core/base/json';
import { useText } from '../state/context';
import { Payload } from './payload';
import { Plain } from './plain';
import { type ReactNode, useState } from 'react';

/** So many entries are drawn before the rest has to be asked for. */
const pageSize = 100;
/** Deeper levels begin closed. */
const openDepth = 2;

/** JSON as a person reads it: names and values, texts with their line ends, no quotes and braces. */
export function JsonTree({ value, depth = 0 }: { readonly value: Json; readonly depth?: number }): ReactNode {
  if (Array.isArray(value)) {
    return <Entries entries={value.map((entry, place) => [String(place + 1), entry] as const)} depth={depth} />;
  }
  if (isObject(value)) return <Entries entries={Object.entries(value)} depth={depth} />;
  return <Leaf value={value} />;
}

function Leaf({ value }: { readonly value: Json }): ReactNode {
  if (typeof value !== 'string') return <code className="json-literal">{JSON.stringify(value)}</code>;
  if (value.includes('\n') || value.length > 200) return <Payload text={value} />;
  return (
    <code>
      <Plain text={value} />
    </code>
  );
}

type Entry = readonly [string, Json];

function Entries({ entries, depth }: { readonly entries: readonly Entry[]; readonly depth: number }): ReactNode {
  const text = useText();
  const [drawn, setDrawn] = useState(pageSize);
  if (entries.length === 0) return <code className="json-literal">∅</code>;
  return (
    <ul className="json-tree">
      {entries.slice(0, drawn).map(([name, value]) => (
        <li key={name}>
          <Field name={name} value={value} depth={depth} />
        </li>
      ))}
      {entries.length > drawn && (
        <li>
          <button type="button" className="link" onClick={() => setDrawn(drawn + pageSize)}>
            {text('json.more', entries.length - drawn)}
          </button>
        </li>
      )}
    </ul>
  );
}

function Field({
  name,
  value,
  depth,
}: {
  readonly name: string;
  readonly value: Json;
  readonly depth: number;
}): ReactNode {
  const nested = typeof value === 'object' && value !== null;
  const [open, setOpen] = useState(depth < openDepth);
  const label = (
    <span className="json-name">
      <Plain text={name} />
    </span>
  );
  if (!nested) {
    return (
      <>
        {label} <Leaf value={value} />
      </>
    );
  }
  return (
    <details open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && <JsonTree value={value} depth={depth + 1} />}
    </details>
  );
}
