import { isObject } from '../../src/core/base/json';
import { cardActions, type SessionUpdate } from '../../src/core/protocol/messages';

/** Whether a card has what drawing and deciding it stand on. */
function isCard(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.toolCallId === 'string' &&
    typeof value.tool === 'string' &&
    typeof value.revision === 'number' &&
    isObject(value.input) &&
    isObject(value.details) &&
    Array.isArray(value.because)
  );
}

function isSession(value: unknown): boolean {
  return isObject(value) && typeof value.sessionId === 'string' && isObject(value.status);
}

function isSnapshot(value: unknown): boolean {
  return (
    isObject(value) &&
    Array.isArray(value.sessions) &&
    value.sessions.every(isSession) &&
    Array.isArray(value.transcript) &&
    typeof value.earlier === 'number' &&
    Array.isArray(value.cards) &&
    value.cards.every(isCard)
  );
}

function isReview(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.findings) && typeof value.hash === 'string';
}

function isUpdate(value: unknown): value is SessionUpdate {
  if (!isObject(value) || typeof value.type !== 'string') return false;
  switch (value.type) {
    case 'snapshot':
      return isSnapshot(value.snapshot);
    case 'confirmation_request':
    case 'card':
      return isCard(value.content);
    case 'session':
      return isSession(value.session);
    case 'review':
      return value.review === undefined || isReview(value.review);
    case 'rules':
      return isObject(value.rules) && Array.isArray(value.rules.problems) && Array.isArray(value.rules.trustAll);
    case 'act':
      return cardActions.some(action => action === value.action);
    case 'showRule':
      return isObject(value.rule) && typeof value.rule.scope === 'string' && typeof value.rule.id === 'string';
    case 'shown':
    case 'sound':
      return true;
    case 'window':
      return typeof value.focused === 'boolean';
    case 'transcript':
      return typeof value.seq === 'number' && Array.isArray(value.changes);
    default:
      return false;
  }
}

/** An update of a host that is newer, older or broken is left out rather than half drawn. */
export function readUpdate(value: unknown): SessionUpdate | undefined {
  return isUpdate(value) ? value : undefined;
}
