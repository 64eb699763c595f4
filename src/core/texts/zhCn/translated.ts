import type { Places } from '../../base/places';

/** A translation has the very places of its template; one that has others does not compile. */
type Checked<Table> = {
  readonly [Template in keyof Table]: Places<Template & string> extends Places<Table[Template] & string>
    ? Places<Table[Template] & string> extends Places<Template & string>
      ? Table[Template]
      : `has a place that is not in: ${Template & string}`
    : `lacks a place of: ${Template & string}`;
};

/** A part of the table of a language: English template -> the same in that language. */
export function translated<const Table extends Readonly<Record<string, string>>>(table: Table & Checked<Table>): Table {
  return table;
}
