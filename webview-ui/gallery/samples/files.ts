import { cwd, type Sample } from './sample';
import { say } from '../../../src/core/texts/sentence';

const config = `import { defineConfig } from 'vite';

export default defineConfig({
  server: {
    port: 3000,
    open: true,
  },
  build: {
    target: 'es2022',
    sourcemap: false,
  },
});
`;

const edit = { file_path: `${cwd}/vite.config.ts`, old_string: 'port: 3000,', new_string: 'port: 8080,' };

export const fileSamples: Readonly<Record<string, Sample>> = {
  edit: {
    kind: 'file_write',
    tool: 'Edit',
    input: edit,
    file: { path: edit.file_path, before: config, stale: false },
    because: [{ verdict: 'ask', reason: say('No rule allows writing {path}.', { path: edit.file_path }) }],
  },
  stale: {
    kind: 'file_write',
    tool: 'MultiEdit',
    input: {
      file_path: edit.file_path,
      edits: [
        {
          old_string: 'port: 3000,\n    open: true,',
          new_string: 'port: 8080,\n    open: false,\n    strictPort: true,',
        },
        { old_string: 'sourcemap: false', new_string: 'sourcemap: true' },
      ],
    },
    file: { path: edit.file_path, before: config, stale: true },
    because: [{ verdict: 'ask', reason: say('No rule allows writing {path}.', { path: edit.file_path }) }],
  },
  lineEnds: {
    kind: 'file_write',
    tool: 'Write',
    input: { file_path: `${cwd}/prices.csv`, content: 'name;price\nTea;3\nCaf\u00e9;4\n' },
    file: {
      path: `${cwd}/prices.csv`,
      before: 'name;price\r\nTea;2\r\nCaf\uFFFD;4\r\n',
      stale: false,
      notUtf8: true,
    },
  },
  write: {
    kind: 'file_write',
    tool: 'Write',
    input: { file_path: '/etc/cron.d/shop', content: '# Every night\n0 3 * * * ana /home/ana/shop/backup.sh\n' },
    file: { path: '/etc/cron.d/shop', before: null, stale: false },
    risk: 'high',
    riskSentence: say('It {risks}.', {
      risks: [say('makes something run later by itself'), say('writes into a system folder'), say('writes files')],
    }),
    because: [{ verdict: 'ask', reason: say('{path} lies outside the workspace.', { path: '/etc/cron.d/shop' }) }],
  },
  notebook: {
    kind: 'file_write',
    tool: 'NotebookEdit',
    input: {
      notebook_path: `${cwd}/sales.ipynb`,
      cell_id: 'cell-0',
      new_source: 'import polars as pl\nsales = pl.read_csv("sales.csv")',
    },
    file: {
      path: `${cwd}/sales.ipynb`,
      before: JSON.stringify({ cells: [{ source: ['import pandas as pd\n', 'sales = pd.read_csv("sales.csv")'] }] }),
      stale: false,
    },
  },
  misfit: {
    kind: 'file_write',
    tool: 'Edit',
    input: { file_path: `${cwd}/huge.log`, old_string: 'not there', new_string: 'anything' },
    file: { path: `${cwd}/huge.log`, before: 'something else\n', stale: false },
  },
  delete: {
    kind: 'file_delete',
    tool: 'Delete',
    input: { path: `${cwd}/data/orders.sqlite` },
    risk: 'high',
    riskSentence: say('It {risks}.', {
      risks: [say('runs something that is not known to be harmless'), say('deletes files')],
    }),
    because: [{ verdict: 'ask', reason: say('No rule allows {what}.', { what: 'Delete' }) }],
  },
};
