// What a scripted model says: reading a scenario file and filling in what depends on the run.
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ text: string } | { thinking: string } | { tool: string, input: Record<string, unknown>, id?: string }
 *   | { waitMs: number } | { error: string }} Block One thing the model does within a message.
 * @typedef {Block[]} Turn The blocks of one answer.
 * @typedef {{ turns: Turn[], agents: Map<string, Turn[]>, repeat: boolean }} Scenario
 *   `agents` maps a text in a subagent's prompt to the turns of that subagent; `repeat` starts over after the last turn.
 */

/** A scenario that cannot be played. Its message is one sentence for the person who wrote it. */
export class ScenarioError extends Error {}

/** @param {string} file @returns {Scenario} */
export function readScenario(file) {
  let content;
  try {
    content = readFileSync(file, 'utf8');
  } catch {
    throw new ScenarioError(`The scenario file ${file} cannot be read.`);
  }
  let value;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new ScenarioError(`The scenario file ${file} is not JSON: ${String(error)}.`);
  }
  return parseScenario(value, file);
}

/** @param {unknown} value @param {string} [source] How messages call it. @returns {Scenario} */
export function parseScenario(value, source = 'the scenario') {
  try {
    const { turns, agents = {}, repeat = false, ...unknown } = objectOf(value, 'the top level');
    for (const key of Object.keys(unknown)) throw new ScenarioError(`"${key}" is not known at the top level`);
    if (typeof repeat !== 'boolean') throw new ScenarioError('"repeat" must be true or false');
    return {
      turns: turnsOf(turns, 'turn'),
      agents: new Map(
        Object.entries(objectOf(agents, '"agents"')).map(([text, own]) => [
          text,
          turnsOf(own, `agent "${text}", turn`),
        ]),
      ),
      repeat,
    };
  } catch (error) {
    if (error instanceof ScenarioError) throw new ScenarioError(`In ${source}, ${error.message}.`, { cause: error });
    throw error;
  }
}

/** @param {unknown} value @param {string} label @returns {Turn[]} */
function turnsOf(value, label) {
  return listOf(value, `the list of "${label}"s`).map((turn, t) =>
    listOf(turn, `${label} ${t + 1}`).map((block, b) => blockOf(block, `${label} ${t + 1}, block ${b + 1}`)),
  );
}

/** @param {unknown} value @param {string} where @returns {Block} */
function blockOf(value, where) {
  const { text, thinking, tool, input, id, waitMs, error, ...unknown } = objectOf(value, where);
  for (const key of Object.keys(unknown)) throw new ScenarioError(`${where}: "${key}" is not known in a block`);
  const kinds = [text, thinking, tool, waitMs, error].filter(kind => kind !== undefined);
  if (kinds.length !== 1) {
    throw new ScenarioError(`${where}: a block has exactly one of text, thinking, tool, waitMs, error`);
  }
  if (waitMs !== undefined) {
    if (typeof waitMs === 'number' && waitMs >= 0) return { waitMs };
    throw new ScenarioError(`${where}: "waitMs" must be a number of milliseconds`);
  }
  if (text !== undefined) return { text: stringOf(text, `${where}: "text"`) };
  if (thinking !== undefined) return { thinking: stringOf(thinking, `${where}: "thinking"`) };
  if (error !== undefined) return { error: stringOf(error, `${where}: "error"`) };
  return {
    tool: stringOf(tool, `${where}: "tool"`),
    input: objectOf(input, `${where}: "input"`),
    ...(id === undefined ? {} : { id: stringOf(id, `${where}: "id"`) }),
  };
}

/** @param {unknown} value @param {string} what */
function stringOf(value, what) {
  if (typeof value === 'string') return value;
  throw new ScenarioError(`${what} must be a text`);
}

/** @param {unknown} value @param {string} what @returns {unknown[]} */
function listOf(value, what) {
  if (Array.isArray(value)) return value;
  throw new ScenarioError(`${what} must be a list`);
}

/** @param {unknown} value @param {string} what @returns {Record<string, unknown>} */
function objectOf(value, what) {
  if (isObject(value)) return value;
  throw new ScenarioError(`${what} must be an object`);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Puts the value of each name such as $WORKSPACE into every string of a turn, at any depth.
 * @param {Turn} turn @param {Record<string, string>} variables @returns {Turn} */
export function fillIn(turn, variables) {
  return turn.map((block, at) => blockOf(filled(block, variables), `block ${at + 1}`));
}

/** @param {unknown} value @param {Record<string, string>} variables @returns {unknown} */
function filled(value, variables) {
  if (typeof value === 'string') {
    return Object.entries(variables).reduce((text, [name, is]) => text.replaceAll(name, () => is), value);
  }
  if (Array.isArray(value)) return value.map(item => filled(item, variables));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, variables)]));
}
