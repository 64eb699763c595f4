// The editor hands a command the row that it was chosen for, and anybody else may hand it anything.
import { expect, test, vi } from 'vitest';
import { rowOf } from '../../../src/vscode/sessions/activityView';

vi.mock('vscode', () => ({ env: { language: 'en' } }));

const entry = { sessionId: 's', path: '/journal' };

test.each([
  { kind: 'call', entry, activity: { toolCallId: 'c' } },
  { kind: 'session', entry },
])('a row of ours is taken: %j', row => expect(rowOf(row)).toBe(row));

test.each([
  undefined,
  null,
  's',
  [],
  {},
  { kind: 'call' },
  { kind: 'call', entry },
  { kind: 'session', activity: { toolCallId: 'c' } },
  { kind: 'session', entry: {} },
  { kind: 'file', entry },
  { scheme: 'file', path: '/a' },
])('nothing else is: %j', argument => expect(rowOf(argument)).toBeUndefined());
