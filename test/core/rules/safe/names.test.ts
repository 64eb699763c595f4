import { describe, expect, test } from 'vitest';
import { bash } from '../helpers';
import { disk } from './disk';

const plain = ['a.txt', 'README.md', 'src/a.ts', 'src/b.ts'];

function decision(command: string, files: readonly string[] = plain, tracked?: readonly string[]): string {
  return bash([], command, { facts: disk(files, tracked) }).decision;
}

describe('names that reach a program as its arguments', () => {
  test.each([
    "find . -name '*.ts' -exec wc -l {} +",
    'find src -type f -exec grep -n foo {} +',
    "find . -name '*.ts' | xargs wc -l",
    "find src -name '*.ts' -print0 | xargs -0 grep -l foo",
    'ls src | xargs -I{} echo {}',
    'ls src | xargs -I{} echo file-{}',
    'ls | xargs wc -l',
    'rg -n foo src',
    'ls | xargs rg foo',
    'ls *.txt | xargs wc -c',
    'echo a.txt | xargs cat',
    "printf '%s\\n' a.txt README.md | xargs head -3",
    'ls | grep txt | sort -u | xargs wc -l',
    'echo $SHELL | xargs basename',
    'for f in *.md; do head -3 $f; done',
    'for f in src/*.ts; do echo "== $f"; wc -l "$f"; done',
    'for f in *.txt; do if [ -f "$f" ]; then cat "$f"; fi; done',
    'for f in *.txt; do wc -l "$f"; done | sort -n',
    "for f in $(find src -name '*.ts'); do wc -l $f; done",
    "grep -c foo $(find src -name '*.ts')",
    "list=$(find src -name '*.ts'); wc -l $list",
    'set -e; for f in *.md; do cat $f; done',
  ])('are known: %s', command => expect(decision(command)).toBe('allow'));

  test.each([
    'git ls-files | xargs wc -l',
    "git ls-files '*.ts' | xargs grep -n foo",
    'git ls-files src | xargs grep -n foo',
    'wc -l $(git ls-files)',
    'for f in $(git ls-files); do wc -l "$f"; done',
  ])('are told by git: %s', command => expect(decision(command, plain, ['src/a.ts', 'a.txt'])).toBe('allow'));

  test.each<[string, readonly string[]]>([
    ['ls | xargs wc -l', ['--files0-from=.env']],
    ['ls | xargs wc -l', ['a -rf']],
    ['ls | xargs cat', ['a.txt -> /etc/passwd']],
    ['find . -type f -exec cat {} +', ['a.txt', '.env']],
    ['find . -type f -exec cat {} +', ['.git/HEAD']],
    ['find . | xargs cat', ['a.txt', 'sub/id_rsa']],
    ['find -L . -type f -exec cat {} +', plain],
    ["find . -name '*.ts' -o -name '.e*' -exec cat {} +", ['a.ts', '.env']],
    ["find . -not -name '*.ts' -exec cat {} +", ['a.ts', '.env']],
    ['find . -type f -exec sh -c x {} +', plain],
    ['find . -type f -exec rm {} +', plain],
    ['find . -type f -exec uniq {} +', plain],
    ['find . -type f -exec sed {} +', plain],
    ['find . -type f -exec ls {} \\;', plain],
    ['find src -type f -exec grep -r foo {} +', plain],
    ["find . -printf '/etc/passwd' | xargs cat", plain],
    ['echo /etc/passwd | xargs cat', plain],
    ['echo a.txt | xargs -I{} sed -n {} a.txt', plain],
    ['ls | xargs -n1 wc', plain],
    ['ls | xargs -a x wc', plain],
    ['ls; echo /etc/passwd | xargs cat', plain],
    ['ls -l | xargs wc', plain],
    ['ls | sed s,^,/etc/, | xargs cat', plain],
    ['ls 2>&1 | xargs cat', plain],
    ['cat a.txt | xargs cat', plain],
    ['ls | xargs cat < a.txt', plain],
    ['ls | xargs uniq', plain],
    ['ls | xargs', plain],
    ['rg foo sub', ['sub/id_rsa']],
    ['ls | xargs rg foo', ['sub/id_rsa']],
    ['for d in src sub; do rg foo $d; done', ['src/a', 'sub/id_rsa']],
    ["rg foo -g '.e*'", ['.env']],
    ['for f in *.md; do cat $f; done', ['a.md -> /etc/passwd']],
    ['for f in *.md; do cat $f; done', ['-n.md']],
    ['for f in *.md; do cat $f; done', ['a b.md']],
    ['for f in .*; do cat $f; done', ['.env']],
    ['for f in ../*; do cat $f; done', plain],
    ['for f in [[:alpha:]]*; do cat $f; done', plain],
    ['for f in *.txt; do eval f=.env; cat $f; done', plain],
    ['for f in *.txt; do read -r f; cat $f; done', plain],
    ['for f in *.txt; do rm $f; done', plain],
    ['cat $(find . -type f)', ['a.txt', '.env']],
    ['cat $(ls -a)', ['.env']],
    ['cat $(cat a.txt)', plain],
    ['wc -l $(echo /etc/passwd)', plain],
    ['cat "$(find src)"', plain],
    ['x=$(ls); cat "$x"', plain],
    ['sed $(ls) a.txt', plain],
    ['uniq $(ls)', plain],
  ])('make it ask: %s with %j', (command, files) => expect(decision(command, files)).toBe('ask'));

  test.each<[string, readonly string[] | undefined]>([
    ['cat $(git ls-files)', ['.env']],
    ['wc -l $(git ls-files)', ['x /etc/passwd']],
    ['wc -l $(git ls-files)', ['--files0-from=a']],
    ['git ls-files | xargs wc -l', undefined],
    ['git ls-files | xargs wc -l', ['x /etc/passwd']],
    ['git ls-files | xargs cat', ['.env']],
    ['git ls-files src | xargs cat', ['a.txt', 'src/.env']],
    ['git ls-files -o | xargs cat', ['a.txt']],
    ['git ls-files ":(top)" | xargs cat', ['.env']],
  ])('make it ask: %s when git follows %j', (command, tracked) =>
    expect(decision(command, plain, tracked)).toBe('ask'),
  );
});

test.each<[string, readonly string[], string]>([
  ['sort *.txt', ['a.txt', 'b.txt'], 'allow'],
  ['sort *', ['-o', 'a.txt'], 'ask'],
  ['sed -n 1p *.txt', ['a.txt', '-n.txt'], 'ask'],
  ['rustc --version', ['a.txt'], 'allow'],
  ['rustc --version', ['rust-toolchain.toml'], 'ask'],
  ['yarn --version', ['.yarnrc.yml'], 'ask'],
  ['cd src && cargo --version', ['src/a', 'rust-toolchain'], 'ask'],
])('%s where %j stand: %s', (command, files, expected) => expect(decision(command, files)).toBe(expected));

test.each([
  'tar tzf x.tgz',
  'tar -tvf x.tar src/a',
  'unzip -l x.zip',
  'ss -tlnp',
  'lsof -i :3000',
  'lsof -nP -iTCP -sTCP:LISTEN',
  'getconf PAGE_SIZE',
  "echo '1+1' | bc -l",
  'cat a.txt | tee /dev/stderr | wc -l',
  'jobs -l',
  'xxd -l 16 a.txt',
  'join a.txt README.md',
  'fold -w 20 a.txt',
  'gcc --version',
  'bash --version',
  'nohup --version',
  'php -v',
  'sed -n -e 1p -e 3p a.txt',
])('is proven to only read: %s', command => expect(decision(command)).toBe('allow'));

test.each([
  'tar tzf host:x.tgz',
  'tar tf x.tar --to-command=sh',
  'tar xf x.tar',
  'tar tIf x.tar',
  'tar tf ../x.tar',
  'tar tf x.tar -I sh',
  'unzip x.zip',
  'unzip -p x.zip',
  'ss -K',
  'ss -D x',
  'lsof -D b',
  'jobs -x ls',
  'bc x',
  'tee a.txt',
  'tee /dev/stderr a.txt',
  'xxd a.txt b',
  'xxd -ps /etc/passwd',
  'xxd -r a.txt',
  'unknown --version',
  'bash --version -c ls',
  'bash -c --version',
  'sed -e 1p -e "w x" a.txt',
  'sed -e p /etc/passwd',
  'sed -f a.txt README.md',
])('is not: %s', command => expect(decision(command)).toBe('ask'));
