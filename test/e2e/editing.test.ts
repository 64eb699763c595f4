// What a person reads on the card of a change, and makes of it, is what happens to the file.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash } from '../contract/calls';
import { type Chat, chatOf } from './harness/chat';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const numbered = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);
const poem = numbered(40, 'verse');
/** Just over a megabyte. */
const long = numbered(70_000, 'a longer line');
const files: Readonly<Record<string, string>> = {
  'edit.txt': `${poem.join('\n')}\n`,
  'write.txt': `${poem.join('\n')}\n`,
  'crlf.txt': `${poem.join('\r\n')}\r\n`,
  'long.txt': `${long.join('\n')}\n`,
  'stale.txt': 'first\nsecond\nthird\n',
  'sales.ipynb': JSON.stringify({
    cells: [
      { cell_type: 'markdown', id: 'top', metadata: {}, source: ['# Sales'] },
      { cell_type: 'code', id: 'sum', metadata: {}, execution_count: null, outputs: [], source: ['a = 1\n', 'b = 2'] },
    ],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  }),
};
const path = (name: string): { file_path: string } => ({ file_path: `$WORKSPACE/${name}` });
const read = (name: string): object => ({ tool: 'Read', id: `read_${name}`, input: { ...path(name), limit: 5 } });
const edit = (name: string, from: string, to: string, id = name): object => ({
  tool: 'Edit',
  id,
  input: { ...path(name), old_string: from, new_string: to },
});
const ticket = { tool: 'mcp__toy__close_ticket', id: 'ticket', input: { number: 1, comment: 'Proposed' } };

describe('changes of files', () => {
  let workbench: OpenedWorkbench;
  let chat: Chat;
  const text = (name: string): string => readFileSync(join(workbench.workspace, name), 'utf8');

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 520,
      // Reading is not what is tried here.
      settings: { 'latch.gate': 'off', 'latch.toolDefaults': { Read: 'allow' } },
      scenario: {
        turns: [
          Object.keys(files).map(read),
          [edit('edit.txt', 'verse 20\nverse 21', 'verse twenty\nnew\nverse 21')],
          [
            {
              tool: 'Write',
              id: 'write.txt',
              input: { ...path('write.txt'), content: `title\n${poem.slice(0, 39).join('\n')}\n` },
            },
          ],
          [{ tool: 'Write', id: 'new.txt', input: { ...path('new.txt'), content: 'one\ntwo\n' } }],
          [edit('crlf.txt', 'verse 20', 'verse twenty')],
          [edit('long.txt', 'a longer line 35000\n', 'changed\n')],
          [{ tool: 'Write', id: 'lf', input: { ...path('crlf.txt'), content: `${poem.join('\n')}\n` } }],
          [
            {
              tool: 'NotebookEdit',
              id: 'cell',
              input: { notebook_path: '$WORKSPACE/sales.ipynb', cell_id: 'sum', new_source: 'a = 1\nb = 3' },
            },
          ],
          [edit('stale.txt', 'second', 'another')],
          [
            bash('command', 'echo proposed > command.txt'),
            { tool: 'Write', id: 'content', input: { ...path('content.txt'), content: 'proposed\n' } },
            ticket,
          ],
          [edit('edit.txt', 'verse 30', 'verse thirty', 'again')],
          [{ text: 'All changed.' }],
        ],
      },
    });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(workbench.workspace, name), content);
    git('add', '--all');
    git('-c', 'core.autocrlf=false', 'commit', '--quiet', '--message', 'Before');
    chat = chatOf(workbench);
    await chat.send('Change the files');
  });
  afterAll(() => workbench.close());

  function git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: workbench.workspace, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  }

  /** The lines that a card marks as removed and added: `-old`, `+new`. */
  async function shown(id: string): Promise<string[]> {
    const rows = (await chat.open(id)).locator('.diff-row:not([data-kind="same"])');
    await rows.first().waitFor();
    return rows.evaluateAll(all =>
      all.map(row => `${row.getAttribute('data-kind') === 'removed' ? '-' : '+'}${row.lastElementChild?.textContent}`),
    );
  }

  /** The same of what git says was changed. */
  function changed(name: string, ...ignoring: readonly string[]): string[] {
    git('add', '--intent-to-add', name);
    const diff = git('diff', '--no-color', ...ignoring, '--', name).split('\n');
    const lines = diff.filter(line => /^[+-](?![+-]{2} )/.test(line)).map(line => line.replace(/\r$/, ''));
    // What comes next is compared with what is there now.
    git('add', name);
    return lines;
  }

  test.each(['edit.txt', 'write.txt', 'new.txt', 'crlf.txt', 'long.txt'])(
    'the card for %s shows the change that git sees once it was allowed',
    async name => {
      await expectTheChangeOf(name);
    },
  );

  async function expectTheChangeOf(name: string, id = name, ...ignoring: readonly string[]): Promise<void> {
    const promised = await shown(id);
    expect(await chat.card(id).getByText('new file').count()).toBe(name === 'new.txt' ? 1 : 0);
    await chat.press(id, 'Allow once');
    await chat.result(id);
    expect(promised.length).toBeGreaterThan(0);
    expect(promised).toEqual(changed(name, ...ignoring));
  }

  test('a change from CRLF to LF is said as that, and no line is marked for it', async () => {
    await (await chat.open('lf')).getByText('All lines would end with LF in place of CRLF.').waitFor();
    await expectTheChangeOf('crlf.txt', 'lf', '--ignore-cr-at-eol');
    expect(text('crlf.txt')).not.toContain('\r');
  });

  test('a change of a notebook shows as that of the cell', async () => {
    expect(await shown('cell')).toEqual(['-b = 2', '+b = 3']);
    await chat.press('cell', 'Allow once');
    await chat.result('cell');
    expect(JSON.parse(text('sales.ipynb'))).toMatchObject({
      cells: [{ source: ['# Sales'] }, { source: 'a = 1\nb = 3' }],
    });
  });

  test('a file that changes under its card is marked, and compared anew', async () => {
    expect(await shown('stale.txt')).toEqual(['-second', '+another']);
    writeFileSync(join(workbench.workspace, 'stale.txt'), 'zeroth\nfirst\nsecond of all\nthird\n');
    await chat.card('stale.txt').getByText('changed on disk since it was shown').waitFor();
    await expect.poll(() => shown('stale.txt')).toEqual(['-second of all', '+another of all']);
    await chat.press('stale.txt', 'Deny');
    await chat.result('stale.txt');
    expect(text('stale.txt')).toContain('second of all');
  });

  test('a command, a file, arguments and a change run as the person edited them; the record keeps both', async () => {
    await write('command', 'What will run', 'echo "edited 编辑" > command.txt');
    await chat.press('command', 'Allow once');
    await write('content', 'What will run', 'edited\nby hand\n');
    await expect.poll(() => shown('content')).toEqual(['+edited', '+by hand']);
    await chat.press('content', 'Allow once');
    const json = '{ "number": 2, "comment": "Edited" }';
    await write('ticket', 'Arguments as JSON', json.slice(0, -1));
    await chat
      .card('ticket')
      .getByText(/^Not valid JSON: /)
      .waitFor();
    const allow = chat.card('ticket').getByRole('button', { name: 'Allow once' });
    expect(await allow.getAttribute('aria-disabled')).toBe('true');
    await allow.dispatchEvent('click');
    await workbench.screenshot('editing-broken-json');
    expect(await chat.call('ticket', 'waiting').count()).toBe(1);
    await write('ticket', 'Arguments as JSON', json);
    await chat.press('ticket', 'Allow once');
    await write('again', 'What will run', 'verse 30 and a half');
    await chat.press('again', 'Allow once');
    await workbench.latch.getByText('All changed.').waitFor();

    expect(text('command.txt')).toBe('edited 编辑\n');
    expect(text('content.txt')).toBe('edited\nby hand\n');
    expect(chat.results()['ticket']).toContain('Ticket 2 is closed: Edited');
    expect(text('edit.txt')).toContain('verse 30 and a half\n');
    const told = JSON.stringify(workbench.lastRequest()?.body).split('The user edited this call before allowing it.');
    expect(told).toHaveLength(5);
    const versions: Record<string, readonly [proposed: object, edited: object]> = {
      command: [{ command: 'echo proposed > command.txt' }, { command: 'echo "edited 编辑" > command.txt' }],
      content: [{ content: 'proposed\n' }, { content: 'edited\nby hand\n' }],
      ticket: [{ number: 1, comment: 'Proposed' }, JSON.parse(json)],
      again: [{ new_string: 'verse thirty' }, { new_string: 'verse 30 and a half' }],
    };
    for (const [id, [proposed, edited]] of Object.entries(versions)) {
      const records = workbench.records().filter(record => 'toolCallId' in record && record.toolCallId === id);
      expect(records.find(record => record.type === 'proposed')).toMatchObject({ input: { value: proposed } });
      const decision = records.find(record => record.type === 'interaction_response');
      expect(decision).toMatchObject({ choice: 'allow', edited: true, updatedInput: { value: edited } });
      expect(await chat.call(id, 'done').innerText(), id).toContain('Edited by you');
    }
  });

  /** Opens the editor of a card where it is not open yet, and writes into it. */
  async function write(id: string, field: string, value: string): Promise<void> {
    const card = await chat.open(id);
    const box = card.getByRole('textbox', { name: field });
    if (!(await box.isVisible())) await chat.press(id, 'Edit first…');
    await box.fill(value);
  }
});
