import { afterEach, test } from 'vitest';
import { expect } from '../support/inWords';
import { openStage, type Stage } from './stage';

let stage: Stage;
afterEach(() => stage.close());

test('a message that is sent while the agent is being restarted goes to the new one, which knows what was said', async () => {
  stage = await openStage({ turns: [] });
  await stage.send('The first message');
  await stage.idle();
  const { pid } = stage.session;
  const restarted = stage.session.restart();
  await stage.session.send('The second message');
  await restarted;
  await stage.until('the second answer', () => stage.transcript.filter(item => item.kind === 'text').length === 2);
  expect(stage.session.pid).not.toBe(pid);
  expect(JSON.stringify(stage.model.requests.at(-1)?.body['messages'])).toContain('The first message');
  expect(stage.transcript.filter(item => item.kind === 'notice')).toEqual([]);
});
