import { expect, test } from 'vitest';
import { bash, context, judge, rules } from '../helpers';

// Tool, input, verdict. No rule stands in the way, and what is read inside the workspace is free.
test.each<readonly [string, object, string]>([
  ['Glob', { pattern: 'src/{a,b}/*.ts' }, 'allow'],
  ['Glob', { pattern: '{src,..}/*' }, 'ask'],
  ['Glob', { pattern: '{src,/etc}/*' }, 'ask'],
  ['Glob', { pattern: '{a,{b,../c}}/*' }, 'ask'],
  ['Glob', { pattern: '{a,b' }, 'ask'],
  ['Glob', { pattern: '{a,b}'.repeat(20) }, 'ask'],
  ['Glob', { pattern: '**', path: '/home/me', file_path: '/w' }, 'ask'],
  ['Read', { file_path: '/home/me/x', path: '/w/x' }, 'ask'],
  ['NotebookRead', { notebook_path: '/home/me/x.ipynb', file_path: '/w/x' }, 'ask'],

  ['Grep', { pattern: 'x', glob: '*.ts' }, 'allow'],
  ['Grep', { pattern: 'x', glob: '*.{ts,tsx}' }, 'allow'],
  ['Grep', { pattern: 'x', glob: '!dist' }, 'allow'],
  ['Grep', { pattern: 'x', glob: '.[e]nv' }, 'ask'],
  ['Grep', { pattern: 'x', glob: '.??v' }, 'ask'],
  ['Grep', { pattern: 'x', glob: '**/.e*' }, 'ask'],
  ['Grep', { pattern: 'x', glob: '*.{ts,env}' }, 'ask'],
  ['Grep', { pattern: 'x', glob: '*.ts .env' }, 'ask'],
  ['Grep', { pattern: 'x', glob: '*.ts,.npmrc' }, 'ask'],
  ['Grep', { pattern: 'x', glob: 'id_*' }, 'ask'],
])('%s %j: %s', (tool, input, expected) => {
  expect(judge([], { tool, input }).decision).toBe(expected);
});

test('what stands behind a link to the workspace is not removed by a rule, the link itself is', () => {
  const { facts } = context();
  const linked = { facts: { ...facts, realPath: (path: string) => path.replace(/^\/w\/self(?=\/|$)/, '/w') } };
  const allowed = rules('allow Bash(rm:*)');
  expect(bash(allowed, 'rm -rf self/*', linked)).toMatchObject({ decision: 'ask', risk: 'critical' });
  expect(bash(allowed, 'rm -rf self/', linked)).toMatchObject({ decision: 'ask', risk: 'critical' });
  expect(bash(allowed, 'rm -rf self', linked)).toMatchObject({ decision: 'allow' });
  expect(bash(allowed, 'rm -rf build/*', linked)).toMatchObject({ decision: 'allow' });
});
