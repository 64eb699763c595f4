// The editor hands a command the row that it was chosen for, and anybody else may hand it anything.
import { expect, test, vi } from 'vitest';
import { rowOf } from '../../../src/vscode/sessions/activityView';

vi.mock('vscode', () => ({ env: { language: 'en' } }));

test.each([
  { kind: 'call', activity: { sessionId: 's', toolCallId: 'c' } },
  { kind: 'session', entry: { sessionId: 's', path: '/journal' } },
])('a row of ours is taken: %j', row => expect(rowOf(row)).toBe(row));

test.each([
  undefined,
  null,
  's',
  [],
  {},
  { kind: 'call' },
  { kind: 'call', entry: { sessionId: 's' } },
  { kind: 'session', activity: { sessionId: 's' } },
  { kind: 'session', entry: {} },
  { kind: 'file', entry: { sessionId: 's' } },
  { scheme: 'file', path: '/a' },
])('nothing else is: %j', argument => expect(rowOf(argument)).toBeUndefined());
