import { expect, test } from 'vitest';
import { commandsFor, placeOf } from '../../../webview-ui/composer/places';

const commands = [
  { name: 'compact', description: 'Shorten the conversation', argumentHint: '[focus]' },
  { name: 'deploy', description: 'Deploy it (project)', aliases: ['ship'] },
  { name: 'login', description: 'Sign in' },
  { name: 'resume', description: 'Resume a conversation' },
  { name: 'fast', description: 'Only the terminal has it' },
  { name: '__remote-workflow', description: 'For programs' },
];

test('what is listed does something here, the best first', () => {
  expect(commandsFor(commands, 're').map(({ name }) => name)).toEqual(['resume', 'rename', 'rewind']);
  expect(commandsFor(commands, 'ship').map(({ name }) => name)).toEqual(['deploy']);
  expect(commandsFor(commands, 'login')).toEqual([{ name: 'login', description: { says: 'slash.login' } }]);
});

test('what only Claude Code has is a command of another agent, where that has one of the name', () => {
  expect(placeOf('/login', 'Strange')).toBeUndefined();
  expect(placeOf('/plan', 'Strange')).toBeUndefined();
  expect(placeOf('/resume', 'Strange')).toMatchObject({ command: 'continueSession' });
  expect(commandsFor(commands, 'login', 'Strange')).toMatchObject([{ name: 'login', description: 'Sign in' }]);
  expect(commandsFor(commands, 'memory', 'Strange')).toEqual([]);
});

test('what only a terminal or a program can do is not listed', () => {
  for (const name of ['fast', '__remote']) expect(commandsFor(commands, name)).toEqual([]);
});

test.each([
  ['/permissions', { command: 'manageRules' }],
  [' /resume ', { command: 'continueSession' }],
  ['/login', { command: 'account' }],
  ['/rewind', { command: 'forkAtEarlier' }],
  ['/vim', { terminal: 'vim' }],
  ['/compact', undefined],
  ['/permissions please', undefined],
  ['/constructor', undefined],
])('%j leads to %j', (message, place) => {
  if (place === undefined) expect(placeOf(message)).toBeUndefined();
  else expect(placeOf(message)).toMatchObject(place);
});
