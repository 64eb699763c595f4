import { describe, expect, test } from 'vitest';
import { readShell } from '../../../../src/core/rules/shell/command';
import { scanShell } from '../../../../src/core/rules/shell/scan';

const place = { folders: ['/w'], moved: false, home: '/home/me' };

/** Words as they read, `?` for those that hold something that is expanded; `-` for a text that is not read at all. */
function scanned(text: string): string {
  const scan = scanShell(text, { from: 0, to: text.length });
  if (!scan) return '-';
  const words = scan.words.map(({ value }) => value ?? '?');
  return [...words, ...scan.redirects.map(({ operator }) => `[${operator}]`)].join(' ');
}

describe('the second reader', () => {
  test.each([
    ['git status', 'git status'],
    [`echo 'a b' "c d" e\\ f`, 'echo a b c d e f'],
    ['echo "$HOME" ${x} $1 $?', 'echo ? ? ? ?'],
    ['echo "$(ls)" `pwd` x$(ls)y', 'echo ? ? ?'],
    ['diff <(ls a) <(ls b)', 'diff ? ?'],
    ['a=1 b="$c" ls', 'a=1 ? ls'],
    ['ls | wc -l && pwd || true; ls # a comment', 'ls wc -l pwd true ls'],
    ['ls > out 2>&1 <in', 'ls out 1 in [>] [>&] [<]'],
    ['cat <<E\nbody $ not read\nE\nls', '-'],
    ["cat <<'E'\nbody $x\nE\nls", 'cat ls [<<]'],
    ['cat <<E\nbody\nE\nls', 'cat ls [<<]'],
    ['if [ -f a ]; then ls; fi', 'if [ -f a ] then ls fi'],
    ['[[ -f a && ( b < c ) ]] && ls', '[[ -f a b c ]] ls'],
    ['echo $((1 + 2)) $', 'echo ? $'],
    ['echo $((n * (2 - m)))x', 'echo ?'],
    ['(cd a && ls) | wc; { ls; }', 'cd a ls wc { ls }'],
    ['echo x 1>(ls)', 'echo x ?'],
    ['echo x 1> out', 'echo x out [>]'],
    ['a\\\n b', '-'],
  ])('reads %s', (text, words) => expect(scanned(text)).toBe(words));

  test.each([
    'a=(x)"$(ls)"',
    'f() { ls; }',
    'ls (x)',
    'a=1 (ls)',
    '(ls) x',
    '(ls',
    '((ls))',
    'case x in a) ls;; esac',
    'ls &',
    "echo $'a'",
    'echo $"a"',
    'echo ${x:-y}',
    'echo ${x[0]}',
    'echo $[1]',
    'echo $((a[x]))',
    'echo $((ls) | (ls))',
    'echo $((1)',
    'echo "open',
    "echo 'open",
    'echo $(ls',
    'echo `ls \\`pwd\\``',
    'exec {fd}>out',
    'ls *(e:ls:)',
    'cat <<E\nno end',
    'ls )',
  ])('does not read %s', text => expect(scanned(text)).toBe('-'));
});

describe('a text on which the two readers differ', () => {
  test.each(['a=()"$(ls)"', 'a=(x)`ls`', 'echo x 1>(ls)', 'test -e 1<(ls)', 'for i in 1<(ls); do echo x; done'])(
    'is not understood: %s',
    text => expect(readShell(text, place).doubts.length).toBeGreaterThan(0),
  );

  test.each([
    'git log --oneline | head -5 && echo "done $HOME"',
    'for f in a b; do cat $f; done',
    'if grep -q x a; then echo y; else echo z; fi',
    'git commit -m "$(cat <<\'E\'\none\ntwo\nE\n)"',
    'time -p ls && ! true',
    'A=1 npm test 2>&1 | tail -3',
    'while read -r line; do echo "$line"; done < a.txt',
    '[[ -f a ]] && cat <<< "x"',
    'export A=1; ls -la',
    'cat a{,.bak} ~/x *.ts',
  ])('is not this one: %s', text =>
    expect(
      readShell(text, place)
        .doubts.map(({ reason }) => reason.text)
        .filter(it => /part of it/.test(it)),
    ).toEqual([]),
  );
});
