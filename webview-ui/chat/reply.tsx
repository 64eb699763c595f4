import { useText } from '../state/context';
import { LiveContext } from '../text/live';
import { Markdown } from '../text/markdownView';
import { memo, type ReactNode, useContext, useState } from 'react';

interface ReplyProps {
  readonly text: string;
  readonly settled: boolean;
}

/** What Claude says, which can be copied as it was written. */
export const Reply = memo(function Reply({ text: words, settled }: ReplyProps): ReactNode {
  const text = useText();
  const live = useContext(LiveContext);
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    if (live === undefined || !(await live.take(words, 'copy'))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  }
  return (
    <section className="line claude" aria-label={text('transcript.claude')}>
      <Markdown text={words} />
      {settled && (
        <button type="button" className="link line-action" onClick={() => void copy()}>
          {text(copied ? 'code.copied' : 'reply.copy')}
        </button>
      )}
    </section>
  );
});
