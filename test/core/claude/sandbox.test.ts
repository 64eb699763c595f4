import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/base/json';
import { noLimits, sandboxObjection, sandboxSettings, weaknessesOf } from '../../../src/core/claude/sandbox';
import type { KernelLimits } from '../../../src/core/session/enforcement';

test.each([
  ['2.1.197', false, 2],
  ['2.1.197', true, 3],
  ['2.1.325', true, 3],
  ['2.1.326', true, 0],
  ['2.1.400', true, 0],
  ['2.2.0', true, 0],
  ['3.0.0', true, 0],
  ['1.9.999', false, 2],
  ['unknown', true, 3],
])('Claude Code %s, as root: %s, has %i known weaknesses', (version, asRoot, count) => {
  const found = weaknessesOf(version, asRoot);
  expect(found).toHaveLength(count);
  for (const { text } of found) expect(text).toContain(`Claude Code ${version}`);
});

const limits: KernelLimits = { ...noLimits, denyRead: ['/w/.env'] };
const lettingOut: KernelLimits = { ...limits, excluded: ['docker'] };

/** What an agent says that it obeys: what it was told, with what its other settings change. */
function obeyed(told: KernelLimits, changed: JsonObject = {}): JsonObject {
  return { effective: { sandbox: { ...sandboxSettings(told), ...changed } } };
}

test.each<[string, KernelLimits, JsonObject, string | undefined]>([
  ['what it was told', limits, obeyed(limits), undefined],
  ['what it was told, with a command let out', lettingOut, obeyed(lettingOut), undefined],
  [
    'another command let out beside it',
    lettingOut,
    obeyed(lettingOut, { excludedCommands: ['docker:*', 'gh:*'] }),
    'Other settings of Claude Code let commands out of the sandbox (sandbox.excludedCommands), each with the whole line in which it stands: gh:*.',
  ],
  [
    'less than it was told',
    limits,
    obeyed(limits, { filesystem: {} }),
    'Another setting of Claude Code changes sandbox.filesystem.denyRead.',
  ],
  [
    'nothing any more',
    limits,
    obeyed(limits, { enabled: false }),
    'Another setting of Claude Code changes sandbox.enabled.',
  ],
  ['no sandbox', limits, {}, 'This Claude Code has no sandbox, or does not say that it has one.'],
])('an agent that obeys %s', (_, told, reply, objection) => {
  expect(sandboxObjection(reply, told)?.text).toBe(objection);
});
