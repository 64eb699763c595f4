import { useText } from '../state/context';
import type { Edit } from './useEdit';
import type { ReactNode } from 'react';

/** The place to change what will run. What leaves is judged by the rules once more. */
export function Editor({ edit }: { readonly edit: Edit }): ReactNode {
  const text = useText();
  const label = edit.editable?.as === 'json' ? text('edit.json') : text('edit.field');
  const broken = edit.result?.ok === false ? edit.result.problem : undefined;
  return (
    <div className="editor">
      <textarea
        className="mono"
        aria-label={label}
        aria-invalid={broken !== undefined}
        spellCheck={false}
        autoFocus
        value={edit.text}
        rows={Math.min(16, Math.max(3, edit.text.split('\n', 20).length + 1))}
        onChange={event => edit.change(event.target.value)}
      />
      <EditState edit={edit} />
    </div>
  );
}

/** Whether what would run is what was proposed, and the way back to it. */
export function EditState({ edit }: { readonly edit: Edit }): ReactNode {
  const text = useText();
  const broken = edit.result?.ok === false ? edit.result.problem : undefined;
  return (
    <div className="editor-foot">
      {broken === undefined ? (
        <span className="quiet">{edit.result === undefined ? text('edit.unchanged') : text('edit.changed')}</span>
      ) : (
        <span className="bad" role="alert">
          {text('edit.broken', broken)}
        </span>
      )}
      <button type="button" className="link" onClick={edit.discard}>
        {text('edit.discard')}
      </button>
    </div>
  );
}
