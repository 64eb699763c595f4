import type { Todo } from '../../src/core/call/returned';
import { Icon, type IconName } from '../base/icon';
import { useText, useView } from '../state/context';
import { Plain } from '../text/plain';
import { type ReactNode, useState } from 'react';

const marks: Readonly<Record<Todo['state'], IconName>> = { open: 'clock', going: 'chevronRight', done: 'check' };

/** What Claude has set itself to do, above the composer; one line until it is opened, and none when all is done. */
export function Todos(): ReactNode {
  const text = useText();
  const todos = useView(view => view.chat.todos);
  const [open, setOpen] = useState(false);
  const done = todos.filter(todo => todo.state === 'done').length;
  if (done === todos.length) return null;
  const going = todos.find(todo => todo.state === 'going');
  return (
    <details className="todos" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{text('todos.title', done, todos.length)}</span>
        {going !== undefined && (
          <span className="quiet todos-going">
            <Plain text={going.text} />
          </span>
        )}
      </summary>
      {open && (
        <ul>
          {todos.map(todo => (
            <li key={todo.id} data-state={todo.state}>
              <Icon name={marks[todo.state]} />
              <Plain text={todo.text} />
              <span className="unseen">{text(`todos.${todo.state}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
