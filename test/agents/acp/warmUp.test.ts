import { expect, test } from 'vitest';
import { warmUp } from '../../../src/agents/acp/warmUp';

test('while the first agent starts, an ask goes the whole way to its answer, once in a window', async () => {
  expect(await warmUp('/w')).toEqual({
    jsonrpc: '2.0',
    id: 0,
    result: { outcome: { outcome: 'selected', optionId: 'allow_once' } },
  });
  expect(await warmUp('/w')).toBeUndefined();
});
