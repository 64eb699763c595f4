import { describe, expect, test } from 'vitest';
import {
  elicitationAnswer,
  errorAnswer,
  hookAnswer,
  initializeRequest,
  ranAnswer,
  toolAnswer,
} from '../../../src/core/claude/answers';
import type { JsonObject } from '../../../src/core/base/json';

const person = { kind: 'person' } as const;
const suggestion = { type: 'addRules', behavior: 'allow', destination: 'localSettings' };

describe('our answers', () => {
  test.each([
    [
      'allow, with the input that was shown',
      toolAnswer('r1', 't1', { choice: 'allow', by: person }, { command: 'ls' }),
      success('r1', {
        behavior: 'allow',
        updatedInput: { command: 'ls' },
        toolUseID: 't1',
        decisionClassification: 'user_temporary',
      }),
    ],
    [
      'allow something else, with a rule that was ticked',
      toolAnswer(
        'r1',
        't1',
        { choice: 'allow', by: person, updatedInput: { command: 'pwd' }, updatedPermissions: [suggestion] },
        { command: 'ls' },
      ),
      success('r1', {
        behavior: 'allow',
        updatedInput: { command: 'pwd' },
        toolUseID: 't1',
        updatedPermissions: [suggestion],
        decisionClassification: 'user_permanent',
      }),
    ],
    [
      'deny, and the turn goes on',
      toolAnswer('r1', 't1', { choice: 'deny', by: person, message: 'Use mkdir', stop: false }, {}),
      success('r1', { behavior: 'deny', message: 'Use mkdir', toolUseID: 't1', decisionClassification: 'user_reject' }),
    ],
    [
      'deny and stop',
      toolAnswer('r1', 't1', { choice: 'deny', by: person, message: 'No', stop: true }, {}),
      success('r1', {
        behavior: 'deny',
        message: 'No',
        toolUseID: 't1',
        interrupt: true,
        decisionClassification: 'user_reject',
      }),
    ],
    [
      'accept a form',
      elicitationAnswer('r1', { choice: 'allow', by: person, updatedInput: { name: 'x' } }),
      success('r1', { action: 'accept', content: { name: 'x' } }),
    ],
    [
      'decline a form',
      elicitationAnswer('r1', { choice: 'deny', by: person, message: '', stop: false }),
      success('r1', { action: 'decline' }),
    ],
    [
      'cancel a form that nobody answered',
      elicitationAnswer('r1', { choice: 'deny', by: { kind: 'timeout' }, message: '', stop: false }),
      success('r1', { action: 'cancel' }),
    ],
    [
      'cancel a form and stop',
      elicitationAnswer('r1', { choice: 'deny', by: person, message: '', stop: true }),
      success('r1', { action: 'cancel' }),
    ],
    ['send a call on to be asked', hookAnswer('h1', { kind: 'ask' }), success('h1', preDecision('ask', 'Latch asks'))],
    ['deny in the hook', hookAnswer('h1', { kind: 'deny', reason: 'No' }), success('h1', preDecision('deny', 'No'))],
    ['let a hook pass', hookAnswer('h1', { kind: 'none' }), success('h1', {})],
    ['say nothing of what ran', ranAnswer('h1', undefined, false), success('h1', {})],
    [
      'tell the model what ran instead',
      ranAnswer('h1', 'It ran pwd.', false),
      success('h1', { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'It ran pwd.' } }),
    ],
    [
      'tell the model what failed instead',
      ranAnswer('h1', 'It ran pwd.', true),
      success('h1', { hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext: 'It ran pwd.' } }),
    ],
    [
      'refuse what we do not know',
      errorAnswer('r1', 'What?'),
      { type: 'control_response', response: { subtype: 'error', request_id: 'r1', error: 'What?' } },
    ],
  ])('%s', (_, line, expected) => expect(line).toEqual(expected));

  test('register hooks that block where they fail', () => {
    expect(initializeRequest('q1')).toMatchObject({
      request_id: 'q1',
      request: {
        subtype: 'initialize',
        hooks: { PreToolUse: [{ onFailure: 'block' }], PostToolUse: [{}], PostToolUseFailure: [{}] },
      },
    });
  });
});

function success(requestId: string, response: JsonObject): JsonObject {
  return { type: 'control_response', response: { subtype: 'success', request_id: requestId, response } };
}

function preDecision(permissionDecision: string, permissionDecisionReason: string): JsonObject {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } };
}
