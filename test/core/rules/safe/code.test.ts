import { describe, expect, test } from 'vitest';
import { bash, rules } from '../helpers';
import { disk } from './disk';

const set = rules('allow Bash', 'deny Bash(pwn:*)', 'deny Read(**/private.txt)', 'deny Edit(src/**)');

function decision(command: string, files: readonly string[] = ['a.txt', 'private.txt', 'src/a.ts']): string {
  return bash(set, command, { facts: disk(files) }).decision;
}

describe('code for an interpreter, beside rules that forbid something', () => {
  test.each([
    `python3 -c 'import sys; print(sys.version)'`,
    `python3 -c "print(open('a.txt').read())"`,
    `python3 -c "open('docs/p','w')"`,
    `python3 -c 'print(sum([1, 2, 3]) // 2)'`,
    `python3 -c "import json; print(json.load(open('package.json'))['version'])"`,
    `python3 -c 'import datetime; print(datetime.date.today().isoformat())'`,
    `node -p 'process.version'`,
    `node -e 'console.log(JSON.stringify([1, 2].map(x => x * 2)))'`,
    `node -p "require('./package.json').version"`,
    `node -e "const a = [3, 1]; for (const x of a) console.log(Math.sqrt(x))"`,
    `perl -e 'print 1'`,
    `perl -pe 's/o/0/' a.txt`,
    `perl -ne 'print if /foo/' a.txt`,
    `perl -ne 'print "$.: $_" if $. >= 2' a.txt`,
    `perl -lane 'print $F[0]' a.txt`,
    `awk '{print > "docs/o"}' a.txt`,
  ])('is allowed where it is understood: %s', command => expect(decision(command)).toBe('allow'));

  test.each([
    `python3 -c "import os; os.system('x')"`,
    `python3 -c "print(open('priv' + 'ate.txt').read())"`,
    `python3 -c "print(open('priv' 'ate.txt').read())"`,
    `python3 -c "o = open; print(o('priv' + 'ate.txt').read())"`,
    `python3 -c "print(open('private.txt').read())"`,
    `python3 -c "print(().__class__)"`,
    `python3 -c "import sys; print(sys.modules)"`,
    `python3 -c "import sys as s; print(s.modules)"`,
    `python3 -c "exec('x')"`,
    `python3 -c "print(f'{1}')"`,
    `python3 -c "print(getattr(1, 'x'))"`,
    `python3 -c "from os import system"`,
    `python3 -c "print('\\x70')"`,
    `python3 -ic 'print(1)'`,
    `python3 -c 'print(1)' $x`,
    `node -e "require('child_process').exec('x')"`,
    `node -e "process.kill(1)"`,
    `node -e "const {kill} = process; kill(1)"`,
    `node -e "const p = process; p.kill(1)"`,
    `node -e "console.log.constructor('x')()"`,
    `node -e "const c = 'constructor'; console.log(c)"`,
    `node -e "const {['con' + 'structor']: f} = parseInt; f('x')()"`,
    `node -e "const k = 'con' + 'structor'; parseInt[k]('x')()"`,
    `node -e "Object.getOwnPropertyDescriptors(parseInt)"`,
    'node -e "console.log(`x`)"',
    `node -e "import('fs')"`,
    `node -r ./x -e 'console.log(1)'`,
    `node -p "require('./x.js')"`,
    `perl -e 'system("x")'`,
    "perl -e 'print `x`'",
    `perl -pe 's/o/x/e' a.txt`,
    `perl -pe 's/(?{x})//' a.txt`,
    `perl -pe 's/(*{x})//' a.txt`,
    `perl -pe 's/o/@{[x]}/' a.txt`,
    "perl -pe 's/(o)/$1[`x`]/' a.txt",
    'perl -ne \'print "$_->[`x`]"\' a.txt',
    `perl -ne 'print' 'x|'`,
    `perl -ne 'print' *.txt`,
    `perl -i -pe 's/o/0/' a.txt`,
    `perl -Mx -e 'print 1'`,
    `awk '{print > ("sr" "c/x")}' a.txt`,
    `awk '{print > f}' f=src/x a.txt`,
    `node -p "/'/; x; '/'"`,
    `python3 -c"import os; os.system('x')"`,
    `perl -e"system 'x'"`,
  ])('asks where it is not: %s', command => expect(decision(command)).not.toBe('allow'));

  test('asks where the folder has a module of that name', () => {
    const command = `python3 -c 'import json; print(json.dumps(1))'`;
    expect(decision(command)).toBe('allow');
    expect(decision(command, ['json.py'])).toBe('ask');
    expect(decision(command, ['json/__init__.py'])).toBe('ask');
  });
});

describe('names that are known, beside rules that forbid a file', () => {
  test.each([
    'find src -type f -exec cat {} +',
    'for f in src/*.ts; do cat "$f"; done',
    'f=a.txt; cat $f',
    'cat $(find src -type f)',
  ])('are allowed where none is forbidden: %s', command => expect(decision(command)).toBe('allow'));

  test.each([
    'find . -type f -exec cat {} +',
    'for f in *.txt; do cat "$f"; done',
    'f=private.txt; cat $f',
    'cat $(find . -type f)',
    'for f in $LIST; do cat $f; done',
    'for f in src/*.ts; do echo x > $f; done',
  ])('are not where one is, or might be: %s', command => expect(decision(command)).not.toBe('allow'));
});
