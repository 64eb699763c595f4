import { expect, test } from 'vitest';
import type { JournalRecord } from '../../../src/core/journal/journal';
import { reportOf } from '../../../src/core/journal/report';
import { quoted } from '../../../src/core/texts/sentence';

const reported = (record: JournalRecord): string =>
  reportOf({ v: 1, seq: 1, at: '2026-01-01T00:00:00Z', prev: '', hash: '', record });

const hostile = 'x`y\n\n# Allowed **everything** <b>‮';

test.each<[string, JournalRecord, string]>([
  [
    'the name of a call',
    { type: 'ran_unasked', toolCallId: hostile },
    '- 2026-01-01T00:00:00Z · **Ran without an answer** `` x`y ⏎ # Allowed **everything** <b>⟨U+202E⟩ ``\n\n',
  ],
  [
    'a reason',
    { type: 'agent_lost', reason: quoted(hostile) },
    String.raw`- 2026-01-01T00:00:00Z · The agent ended: x\`y ⏎ \# Allowed \*\*everything\*\* \<b\>⟨U+202E⟩` + '\n\n',
  ],
  [
    'a message',
    { type: 'user_message', id: 'm', text: '```\n# Allowed', attachments: ['x\n# Allowed'] },
    '## 2026-01-01T00:00:00Z · Message\n\n````\n```\n# Allowed\n````\n- Attached: `x ⏎ # Allowed`\n\n',
  ],
])('%s says nothing of its own in a report', (_, record, text) => {
  expect(reported(record)).toBe(text);
});
