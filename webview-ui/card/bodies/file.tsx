import type { Card } from '../../../src/core/card/card';
import { type FileChange, fileChange } from '../../../src/core/change/edits';
import type { JsonObject } from '../../../src/core/base/json';
import { useChat, useText, useView } from '../../state/context';
import { Icon } from '../../base/icon';
import { keyed } from '../../base/keyed';
import { DiffView } from '../../text/diffView';
import { JsonTree } from '../../text/jsonTree';
import { HiddenWarning } from '../../text/payload';
import { Rest, restOf } from './rest';
import { type ReactNode, useMemo } from 'react';

/** What the call would do to its file; undefined where its input is not one of those we know. */
export function changeOf(card: Card, input: JsonObject): FileChange | undefined {
  const { file } = card;
  const before = file === undefined || file.tooLarge === true ? undefined : file.before;
  return fileChange(card.tool, input, before);
}

/** The fields that are drawn as the title and the change. */
function drawnBy(tool: string): Parameters<typeof restOf>[1] {
  if (tool === 'Write') return { file_path: 'string', content: 'string' };
  if (tool === 'MultiEdit') return { file_path: 'string' };
  if (tool === 'NotebookEdit') return { notebook_path: 'string', new_source: 'string' };
  return { file_path: 'string', old_string: 'string', new_string: 'string' };
}

/** What is drawn nowhere else. An edit that replaces one place is what everybody expects: only the other kind is said. */
function restBeside(tool: string, input: JsonObject): JsonObject {
  const { replace_all, edits, ...others } = restOf(input, drawnBy(tool));
  return {
    ...others,
    ...(replace_all === false || replace_all === undefined ? {} : { replace_all }),
    ...(tool === 'MultiEdit' || edits === undefined ? {} : { edits }),
  };
}

/** The change, line by line, against the file as it is now. `input` is what will run, edits of the person included. */
export function FileBody({ card, input }: { readonly card: Card; readonly input: JsonObject }): ReactNode {
  const text = useText();
  const change = useMemo(() => changeOf(card, input), [card, input]);
  const added = useMemo(() => change?.changes.map(one => one.after) ?? [], [change]);
  if (change === undefined) return <JsonTree value={input} />;
  return (
    <>
      <div className="file-line">
        {change.created && <span className="tag">{text('file.new')}</span>}
        {card.file?.stale === true && <span className="tag warn">{text('file.stale')}</span>}
        <OpenDiff card={card} input={input} />
      </div>
      {card.file?.tooLarge === true && <p className="quiet">{text('file.tooLarge')}</p>}
      {change.problem !== undefined && <Warning says={text(`file.${change.problem}`)} />}
      {card.file?.notUtf8 === true && <Warning says={text('file.notUtf8')} />}
      <Rest rest={restBeside(card.tool, input)} />
      <HiddenWarning texts={added} />
      {keyed(change.changes, () => 'change').map(([key, one]) => (
        <DiffView key={key} before={one.before} after={one.after} numbered={change.whole} />
      ))}
    </>
  );
}

function Warning({ says }: { readonly says: string }): ReactNode {
  return (
    <p className="warning">
      <Icon name="warning" />
      <span>{says}</span>
    </p>
  );
}

function OpenDiff({ card, input }: { readonly card: Card; readonly input: JsonObject }): ReactNode {
  const text = useText();
  const chat = useChat();
  const can = useView(view => view.chat.capabilities.openDiff);
  if (!can) return null;
  return (
    <button
      type="button"
      className="link"
      title={text('file.openDiffHint')}
      onClick={() => void chat.openDiff(card, input === card.input ? undefined : input)}
    >
      <Icon name="diff" /> {text('file.openDiff')}
    </button>
  );
}
