import { expect, test } from 'vitest';
import { bash, context, judge, rules } from '../helpers';
import type { Entry } from '../../../../src/core/rules';

const folders: Record<string, readonly Entry[]> = {
  '/w/few': ['a', 'b', 'c'].map(name => ({ name, isFolder: false })),
  '/w/many': Array.from({ length: 11 }, (_, at) => ({ name: `${at}`, isFolder: false })),
};
const { facts } = context();
const inside = { confined: true, facts: { ...facts, entries: (path: string) => folders[path] } };

test.each([
  'touch a b',
  'npm test',
  'npm run build 2>&1 | tail -5',
  'go test ./... && echo done',
  'python3 tool.py --fix src',
  './configure && make',
  'mkdir -p out && cp a out/b && mv out/b out/c',
  'sed -i s/a/b/ src/a.ts',
  "cat > new.txt <<'END'\ntext\nEND",
  'rm a.txt b.txt',
  'rm -r few',
  'rm -rf missing',
  'unknown-program --whatever',
])('stays in the workspace, and runs without a question: %s', command => {
  expect(bash(rules(), command, inside).decision).toBe('allow');
  expect(bash(rules(), command).decision).toBe('ask');
});

test.each([
  // It leaves the workspace.
  'curl https://example.com',
  'npm install left-pad',
  'git push',
  'git fetch',
  'docker run x',
  'ssh host ls',
  'cp a /elsewhere/b',
  'echo x > ../x',
  'cat /etc/hostname',
  'cat ~/.ssh/id_rsa',
  'cat .env',
  'sudo make',
  'kill -9 1',
  // It changes the repository.
  'git commit -m x',
  'git reset --hard HEAD~1',
  'git rebase main',
  // Programs trust what it changes.
  'echo x > .git/hooks/pre-commit',
  'echo {} > .vscode/settings.json',
  'echo {} > .latch/rules.json',
  // It deletes more than a few files, or nobody knows how many.
  'rm -r many',
  'mv many other; rm -rf other',
  'rm *.txt',
  'rm a b c d e f g h i j k',
  'find . -delete',
  'git clean -fd',
  'rm -rf .',
  // What it does cannot be told.
  '$PROGRAM x',
  'eval "$(cat script)"',
  'bash -c "$(cat script)"',
  'echo "unfinished',
  '',
])('still asks: %s', command => {
  expect(bash(rules(), command, inside).decision).toBe('ask');
});

test('what is denied or asked about stays so, and a plan changes nothing', () => {
  expect(bash(rules('deny Bash(touch:*)'), 'touch a', inside).decision).toBe('deny');
  expect(bash(rules('ask Bash(touch:*)'), 'touch a', inside).decision).toBe('ask');
  expect(bash(rules('deny Edit(./src/**)'), 'touch src/a', inside).decision).toBe('deny');
  expect(bash(rules(), 'touch a', { ...inside, mode: 'plan' }).decision).toBe('ask');
  const leaves = { tool: 'Bash', input: { command: 'touch a', dangerouslyDisableSandbox: true } };
  expect(judge(rules(), leaves, inside).decision).toBe('ask');
});
