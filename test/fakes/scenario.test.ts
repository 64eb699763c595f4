import { describe, expect, test } from 'vitest';
import { fillIn, parseScenario } from './scenario.mjs';

describe('a scenario file', () => {
  test('may hold every kind of block', () => {
    const turns = [
      [{ text: 'a' }, { thinking: 'b' }, { waitMs: 0 }, { tool: 'Bash', input: { command: 'ls' }, id: 'toolu_x' }],
      [{ error: 'overloaded_error' }],
      [],
    ];
    expect(parseScenario({ turns }).turns).toEqual(turns);
  });

  test.each([
    ['a list', [], 'In the scenario, the top level must be an object.'],
    ['no turns', {}, 'In the scenario, the list of "turn"s must be a list.'],
    ['an unknown key', { turns: [], loop: 1 }, 'In the scenario, "loop" is not known at the top level.'],
    ['a turn that is no list', { turns: [[], {}] }, 'In the scenario, turn 2 must be a list.'],
    [
      'an empty block',
      { turns: [[{}]] },
      'In the scenario, turn 1, block 1: a block has exactly one of text, thinking, tool, waitMs, error.',
    ],
    [
      'two kinds in one',
      { turns: [[{ text: 'a', waitMs: 1 }]] },
      'In the scenario, turn 1, block 1: a block has exactly one of text, thinking, tool, waitMs, error.',
    ],
    [
      'a misspelt key',
      { turns: [[{ text: 'a' }], [{ text: 'a' }, { tool: 'Bash', inputs: {} }]] },
      'In the scenario, turn 2, block 2: "inputs" is not known in a block.',
    ],
    [
      'a tool without input',
      { turns: [[{ tool: 'Bash' }]] },
      'In the scenario, turn 1, block 1: "input" must be an object.',
    ],
    [
      'a negative wait',
      { turns: [[{ waitMs: -1 }]] },
      'In the scenario, turn 1, block 1: "waitMs" must be a number of milliseconds.',
    ],
    [
      'a bad agent',
      { turns: [], agents: { x: [[1]] } },
      'In the scenario, agent "x", turn 1, block 1 must be an object.',
    ],
  ])('with %s is refused with the place', (_, value, message) => {
    expect(() => parseScenario(value)).toThrow(expect.objectContaining({ message }));
  });
});

test('a variable is filled in at any depth, also where the value has a dollar sign', () => {
  const turn = fillIn(
    [{ text: 'in $WORKSPACE' }, { tool: 'X', input: { a: [{ b: '$WORKSPACE/x $WORKSPACE' }], n: 1, z: null } }],
    { $WORKSPACE: '/a$&b' },
  );
  expect(turn).toEqual([{ text: 'in /a$&b' }, { tool: 'X', input: { a: [{ b: '/a$&b/x /a$&b' }], n: 1, z: null } }]);
});
