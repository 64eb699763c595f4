import { useText } from '../state/context';
import { CodeText } from './codeText';
import { LiveContext } from './live';
import { Plain } from './plain';
import { type ReactNode, useContext, useState } from 'react';

interface CodeBlockProps {
  /** What stands behind the opening fence; its first word is the language. */
  readonly info: string;
  readonly text: string;
}

/** Code of a text, with what a person can do with it. */
export function CodeBlock({ info, text: code }: CodeBlockProps): ReactNode {
  const live = useContext(LiveContext);
  return (
    <div className="code-block">
      <div className="code-head">
        <span className="quiet">
          <Plain text={info} />
        </span>
        {live !== undefined && <CodeActions info={info} text={code} />}
      </div>
      <CodeText info={info} text={code} />
    </div>
  );
}

function CodeActions({ info, text: code }: CodeBlockProps): ReactNode {
  const text = useText();
  const live = useContext(LiveContext);
  const [copied, setCopied] = useState(false);
  const [language = ''] = info.split(/\s/, 1);
  async function copy(): Promise<void> {
    if (live === undefined || !(await live.take(code, 'copy'))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  }
  return (
    <span className="code-actions">
      <button type="button" className="link" onClick={() => void copy()}>
        {copied ? text('code.copied') : text('code.copy')}
      </button>
      <button type="button" className="link" onClick={() => void live?.take(code, 'insert')}>
        {text('code.insert')}
      </button>
      <button type="button" className="link" onClick={() => void live?.take(code, 'open', language)}>
        {text('code.open')}
      </button>
    </span>
  );
}
