import { expect, test } from 'vitest';
import { CommandTurns } from '../../src/session/commandTurns';

/** Who has entered so far, in the order in which they did. */
function entering(turns: CommandTurns): {
  readonly entered: string[];
  readonly enter: (id: string, alone?: boolean) => void;
} {
  const entered: string[] = [];
  return {
    entered,
    enter: (id, alone = false) => void turns.enter(id, alone).then(() => entered.push(id)),
  };
}

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

test('commands run side by side, and one that runs alone waits for them and is waited for', async () => {
  const turns = new CommandTurns();
  const { entered, enter } = entering(turns);
  enter('a');
  enter('b');
  enter('alone', true);
  await settled();
  expect(entered).toEqual(['a', 'b']);
  turns.leave('a');
  await settled();
  expect(entered).toEqual(['a', 'b']);
  turns.leave('b');
  await settled();
  expect(entered).toEqual(['a', 'b', 'alone']);
  enter('c');
  enter('second', true);
  await settled();
  expect(entered).toHaveLength(3);
  expect(turns.leave('alone')).toBe(true);
  await settled();
  expect(entered).toEqual(['a', 'b', 'alone', 'c']);
  expect(turns.leave('c')).toBe(false);
  await settled();
  expect(entered).toEqual(['a', 'b', 'alone', 'c', 'second']);
});

test('nobody waits for commands of an agent that has ended', async () => {
  const turns = new CommandTurns();
  const { entered, enter } = entering(turns);
  enter('a');
  enter('alone', true);
  turns.clear();
  await settled();
  expect(entered).toEqual(['a', 'alone']);
});

test('one that has its turn, and is asked for again, goes on', async () => {
  const turns = new CommandTurns();
  const { entered, enter } = entering(turns);
  enter('alone', true);
  await settled();
  enter('alone', true);
  await settled();
  expect(entered).toEqual(['alone', 'alone']);
});
