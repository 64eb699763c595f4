import { canonical, type JsonObject } from './json';

/**
 * Whether an ask is for what was proposed. The agent fills in switches that are off (`replace_all: false`) when it reads
 * its own call, which changes nothing; any other difference makes it another input.
 */
export function sameInput(shown: JsonObject, asked: JsonObject): boolean {
  if (canonical(shown) === canonical(asked)) return true;
  const withoutDefaults = Object.fromEntries(
    Object.entries(asked).filter(([key, value]) => key in shown || (value !== false && value !== null)),
  );
  return canonical(shown) === canonical(withoutDefaults);
}
