import { agentName } from '../../src/core/session/agentName';

/**
 * `{0}` stands for the first value, `{0:line:lines}` for the word that goes with it, `{agent}` for whom the session is with.
 * Values are put in as they are and never read again as a pattern.
 */
export function fill(pattern: string, values: readonly (string | number)[], agent?: string): string {
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
