import type { Attachment } from '../../../src/core/message/message';
import type { QueueView } from '../../../src/core/message/queue';
import type { Suggestion } from '../../../src/core/message/suggestion';
import { sessionId } from '../samples/sample';
import { screen, session, type Story } from './story';

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = (name: string): Attachment => ({ kind: 'image', name, mediaType: 'image/png', data: dot });

const attached: readonly Attachment[] = [
  picture('checkout.png'),
  picture('the whole page of the shop as it looks on a telephone.png'),
  { kind: 'pdf', name: 'invoice.pdf', mediaType: 'application/pdf', data: 'x'.repeat(2_000_001) },
  { kind: 'text', name: 'Pasted text', mediaType: 'text/plain', data: 'one' },
];

/** What a page had kept of what was being written. */
const written = (text: string, files: readonly Attachment[] = []): object => ({
  drafts: [[`composer:${sessionId}`, text]],
  attached: [[`composer:${sessionId}`, files]],
});

const suggestions: readonly Suggestion[] = [
  { kind: 'editor', label: 'src/cart.js', insert: '@src/cart.js' },
  { kind: 'problems', label: 'Problems', id: '' },
  { kind: 'terminal', label: 'Terminal selection', id: '' },
  { kind: 'folder', label: 'src/', insert: '@src/' },
  { kind: 'symbol', label: 'total', detail: 'src/cart.js', insert: '@src/cart.js#L2-4' },
  {
    kind: 'file',
    label: '.env',
    insert: '@.env',
    verdict: 'deny',
  },
  {
    kind: 'file',
    label: 'packages/checkout/src/payments/providers/certificates/private.pem',
    insert: '@packages/checkout/src/payments/providers/certificates/private.pem',
    verdict: 'ask',
  },
  { kind: 'session', label: 'Move to the new payment API', id: 'one' },
];

const queue: QueueView = {
  rows: [
    { id: '1', text: 'Look at the tests first.', attachments: 0, standing: 'given' },
    { id: '2', text: 'What does @/etc/hosts say?', attachments: 0, standing: 'asks' },
    {
      id: '3',
      text: 'Then write down what you changed, in the words of somebody who buys a loaf of bread.',
      attachments: 2,
      standing: 'waits',
    },
    { id: '4', text: 'Commit it.', attachments: 0, standing: 'waits' },
  ],
};

/** Where a person writes, with what goes along and what waits. */
export function composerStories(): readonly Story[] {
  const busy = screen([]);
  const idle = { ...busy, sessions: [session({ state: 'idle' })] };
  const selection = { mention: '@src/cart.js#L3-9', label: 'cart.js:3-9' };
  return [
    {
      name: 'composer-queue',
      group: 'composer',
      snapshot: { ...busy, sessions: [{ ...session({ state: 'running' }), queue }] },
    },
    {
      name: 'composer-held',
      group: 'composer',
      snapshot: {
        ...idle,
        sessions: [{ ...session({ state: 'idle' }), queue: { rows: queue.rows.slice(2), held: 'failed' } }],
      },
    },
    {
      name: 'composer-attached',
      group: 'composer',
      snapshot: { ...idle, selection },
      saved: written('See these.', attached),
    },
    { name: 'composer-choices', group: 'composer', snapshot: idle, suggestions, saved: written('Look at @') },
  ];
}
