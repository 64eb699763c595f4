import { describe, expect, test } from 'vitest';
import { context, judge, rules } from '../helpers';

const everything = rules('allow Read', 'allow Edit');
const { facts } = context();
/** A package with something for Claude, and one with nothing. */
const places = ['/w/node_modules/evil/.claude', '/w/tools/node_modules/@a/b/lib/.claude', '/w/.pnpm/evil/.claude'];
const onDisk = { ...facts, entries: (folder: string) => (places.includes(folder) ? [] : undefined) };

function decisionOn(file_path: string, tool: string, takes: boolean): string {
  return judge(everything, { tool, input: { file_path } }, { facts: onDisk, takes }).decision;
}

describe('a file of a package that brings something for Claude', () => {
  test.each([
    ['/w/node_modules/evil/index.js', 'Read'],
    ['/w/node_modules/evil/deep/er/index.js', 'Read'],
    ['node_modules/evil/./x/../index.js', 'Read'],
    ['/w/tools/node_modules/@a/b/lib/a.js', 'Edit'],
    ['/w/tools/node_modules/@a/b/lib/a.js', 'Write'],
  ])('%s: %s asks where the agent takes what a repository brings', (file, tool) => {
    expect(decisionOn(file, tool, true)).toBe('ask');
    expect(decisionOn(file, tool, false)).toBe('allow');
  });

  test('by the folder that it really lies in', () => {
    const realPath = (path: string): string => path.replace('/w/node_modules/linked', '/w/node_modules/evil');
    const linked = { ...onDisk, realPath };
    const call = { tool: 'Read', input: { file_path: 'node_modules/linked/index.js' } };
    expect(judge(everything, call, { facts: linked, takes: true }).decision).toBe('ask');
  });

  test.each(['/w/node_modules/good/index.js', '/w/node_modules/x.js', '/w/src/index.js', '/w/.pnpm/evil/x.js'])(
    '%s does not ask',
    file => {
      expect(decisionOn(file, 'Read', true)).toBe('allow');
    },
  );
});
