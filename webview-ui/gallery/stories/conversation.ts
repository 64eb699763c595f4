import type { TranscriptItem } from '../../../src/core/transcript/items';
import { screen, type Story } from './story';

const markdown = `## What I changed

The port is read in [vite.config.ts](vite.config.ts#L12), see \`src/server.ts:40\` and the [guide](https://example.org/guide/ports).

\`\`\`ts
// The port of the development server.
export const server = { port: 8080, open: true, name: 'shop' };
\`\`\`

1. Read the configuration
2. Changed **one** line
   - and its test
   - [x] ran it

- [x] done
- [ ] to do

| file | lines | why |
|:-----|------:|:---:|
| src/server.ts | 3 | port |
| README.md | 1 | the table tells it |

> Nothing else reads the port[^1].

[^1]: Searched with \`rg 3000\`.

<details>HTML stays text</details>

\`\`\`mermaid
graph TD; A-->B;
\`\`\``;

const said: readonly TranscriptItem[] = [
  { kind: 'user', id: 'u1', text: 'The dev server should use port 8080.' },
  { kind: 'text', id: 't1', text: markdown, settled: true },
];

/** What is said in a conversation, in all its forms. */
export function conversationStories(): readonly Story[] {
  return [{ name: 'markdown', group: 'conversation', snapshot: screen([], said) }];
}
