import type { Card } from '../../../src/core/card/card';
import { type FileChange, fileChange } from '../../../src/core/change/edits';
import type { JsonObject } from '../../../src/core/base/json';
import { useChat, useText, useView } from '../../state/context';
import { Icon } from '../../base/icon';
import { keyed } from '../../base/keyed';
import { DiffCount, DiffView } from '../../text/diffView';
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
const drawn = {
  file_path: 'string',
  notebook_path: 'string',
  content: 'string',
  old_string: 'string',
  new_string: 'string',
  new_source: 'string',
} as const;

/** An edit that replaces one place is what everybody expects, so only the other kind is worth a line. */
function withoutOff(input: JsonObject): JsonObject {
  const { replace_all, ...others } = input;
  return replace_all === false ? others : input;
}

/** The change, line by line, against the file as it is now. `input` is what will run, edits of the person included. */
export function FileBody({ card, input }: { readonly card: Card; readonly input: JsonObject }): ReactNode {
  const text = useText();
  const change = useMemo(() => changeOf(card, input), [card, input]);
  const added = useMemo(() => change?.changes.map(one => one.after) ?? [], [change]);
  const { edits: _edits, ...withoutEdits } = withoutOff(input);
  if (change === undefined) return <JsonTree value={input} />;
  return (
    <>
      <div className="file-line">
        <DiffCount changes={change.changes} />
        {change.created && <span className="tag">{text('file.new')}</span>}
        {card.file?.stale === true && <span className="tag warn">{text('file.stale')}</span>}
        <OpenDiff card={card} input={input} />
      </div>
      {card.file?.tooLarge === true && <p className="quiet">{text('file.tooLarge')}</p>}
      {change.problem !== undefined && (
        <p className="warning">
          <Icon name="warning" />
          <span>{text(`file.${change.problem}`)}</span>
        </p>
      )}
      <Rest rest={restOf(withoutEdits, drawn)} />
      <HiddenWarning texts={added} />
      {keyed(change.changes, () => 'change').map(([key, one]) => (
        <DiffView key={key} before={one.before} after={one.after} numbered={change.whole} />
      ))}
    </>
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
