// K23: an answer that is none reaches the handler of the window as an error, and the agent not at all.
import { expect, test, vi } from 'vitest';
import { handlersOf } from '../../../src/vscode/requests/handlers';
import { answer } from '../../../src/vscode/webview/dispatch';
import type { LatchWindow } from '../../../src/vscode/window/window';
import { oneCall } from '../../fakes/agentSteps';
import { openFakeStage } from '../../channel/fakeStage';

vi.mock('vscode', () => ({ l10n: { t: (text: string) => text }, env: { language: 'en' } }));

/** Of the window this handler needs its sessions alone. */
function isWindow(value: object): value is LatchWindow {
  return 'sessions' in value;
}

test('K23: an unknown or mismatched id, and an answer that is no yes or no, is an error to the caller, and no byte reaches the agent', async () => {
  const stage = await openFakeStage(oneCall);
  await stage.send();
  await stage.asked('a');
  const { session } = stage;
  const window = { sessions: { get: (id: string) => (id === session.id ? session : undefined) } };
  if (!isWindow(window)) throw new Error('The window has no sessions.');
  const handlers = handlersOf(window);
  const confirm = (changed: object): Promise<unknown> =>
    answer(handlers, 'tool/confirm', {
      sessionId: session.id,
      toolCallId: 'a',
      confirmed: true,
      revision: 1,
      ...changed,
    });
  const before = JSON.stringify(stage.got());
  for (const wrong of [
    { sessionId: 'other' },
    { toolCallId: 'b' },
    { toolCallId: undefined },
    { toolCallId: 7 },
    { confirmed: 'true' },
    { confirmed: 1 },
    { confirmed: null },
    { confirmed: undefined },
    { revision: 2 },
    { revision: 'x' },
  ])
    await expect(confirm(wrong), JSON.stringify(wrong)).rejects.toThrow(/./);
  expect(JSON.stringify(stage.got())).toBe(before);
  await expect(confirm({})).resolves.toEqual({ accepted: true });
  await stage.idle();
  expect(stage.answersTo('r1')).toHaveLength(1);
  await expect(confirm({})).rejects.toThrow('already decided');
});
