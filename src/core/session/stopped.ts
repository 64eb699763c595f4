import { say, type Sentence } from '../texts/sentence';
import type { KeptPath, SessionLimits } from './enforcement';

const refused = /Permission denied|Read-only file system|Operation not permitted|\bEACCES\b|\bEROFS\b|\bEPERM\b/i;
const readOnly = /Read-only file system|\bEROFS\b/i;

/** All that there is of a command whose sandbox did not start. */
const noSandbox = /^(?:Exit code \d+\s+)?(?:[^\n]*: )?(?:bwrap|sandbox-exec): [^\n]*\s*$/;

/** What of a result the kernel has stopped, by the line that says so and the place that it names. */
export function stoppedIn(
  text: string,
  { reads, writes }: Pick<SessionLimits, 'reads' | 'writes'>,
): Sentence | undefined {
  if (noSandbox.test(text))
    return say('The sandbox does not start any more, so this command did not run. Restart the session.');
  for (const line of text.split('\n').filter(each => refused.test(each))) {
    const kept = [...reads, ...writes].find(({ path }) => names(line, path));
    if (kept) return whyKept(kept);
    if (readOnly.test(line))
      return say('The kernel stopped this: commands can write only in the folder of the session.');
  }
  return undefined;
}

function whyKept({ path, rule }: KeptPath): Sentence {
  return rule === undefined
    ? say('The kernel stopped this: Latch protects {path}.', { path })
    : say('The kernel stopped this: the rule {rule} keeps {path}.', { rule, path });
}

/** A program names a file as it was called: by its end, or by what lies in it. */
function names(line: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const pattern = name
    .replaceAll(/[.+^$()|[\]\\{}]/g, '\\$&')
    .replaceAll('*', '[^\\s/:]*')
    .replaceAll('?', '.');
  return name !== '' && new RegExp(`(?:^|[\\s/'"‘\`])${pattern}(?=$|[\\s/'"’:\`,])`).test(line);
}
