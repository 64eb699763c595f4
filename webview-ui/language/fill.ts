import { agentName } from '../../src/core/session/agentName';

type Value = string | number;

/** The places in a text, by their numbers. */
type PlacesIn<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? (Place extends `${infer Number}:${string}` ? Number : Place) | PlacesIn<Rest>
  : never;

/** What a text is filled with: a value for each of its places, neither fewer nor more. */
export type ValuesOf<Text extends string> = Text extends string
  ? '2' extends PlacesIn<Text>
    ? readonly [Value, Value, Value]
    : '1' extends PlacesIn<Text>
      ? readonly [Value, Value]
      : '0' extends PlacesIn<Text>
        ? readonly [Value]
        : readonly []
  : never;

/**
 * `{0}` stands for the first value, `{0:line:lines}` for the word that goes with it, `{agent}` for whom the session is with.
 * Values are put in as they are and never read again as a pattern.
 */
export function fill(pattern: string, values: readonly Value[], agent?: string): string {
  return pattern.replaceAll(
    /\{(?:agent|(\d)(?::(\w+):(\w+))?)\}/g,
    (whole, place: string | undefined, one: string | undefined, several: string | undefined) => {
      if (place === undefined) return agentName(agent);
      const value = values[Number(place)];
      if (value === undefined) return whole;
      return String((value === 1 ? one : several) ?? value);
    },
  );
}
