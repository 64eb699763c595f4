import { describe, expect, test } from 'vitest';
import { isReadOnlyAwk } from '../../../../src/core/rules/safe/awk';
import { isReadOnlyJq } from '../../../../src/core/rules/safe/jq';
import { isReadOnlySed } from '../../../../src/core/rules/safe/sed';

describe('a program of awk', () => {
  test.each([
    '/x}/{next} {print $1}',
    '{ if ($2 > 1) print $1 }',
    '{print "system"}',
    'NR>=1 && NR<=5',
    '$1 > 5 {print $2}',
    'BEGIN{print 1+1}',
    '{n[$1]++} END{for(k in n) print k, n[k]}',
    '/[{}]/{n++} END{print n}',
    '{print $1/1024/1024}',
    '{printf "%.1f MB\\n", $1/1024}',
    '{gsub(/[^a-z]/,""); print}',
    '!seen[$0]++',
    '{print (a > b) ? "x" : "y"}',
    '/a/,/b/',
    '$3 ~ /^v[0-9]+/ {print $NF}',
    'function f(x){return x*2} {print f($1)}',
    'length > 80',
    'BEGIN { FS=":" } { print $1 } # done',
    '{a[NR]=$0} END{for(i=NR;i>0;i--)print a[i]}',
  ])('only prints: %s', program => expect(isReadOnlyAwk(program)).toBe(true));

  test.each([
    '{print > "x"}',
    '{print a,\n b > "f"}',
    'BEGIN{for(print "x" > "f";;){}}',
    '{if (x) /a"/; print > "f" #"/}',
    '{print a /(/ > b /)/}',
    '{print a /;/ b /x/,\n c > "f"}',
    '{print /[/]/ ; print > "x" # /}',
    '{x++ /2; print "a/" > "x" #"}',
    '{print a\n> "f"}',
    '{printf("x") > "f"}',
    '{print(1)(2) > "x"}',
    '{print | "sh"}',
    'BEGIN{system("x")}',
    '{"date" | getline}',
    'BEGIN{while((getline line < "f") > 0) print line}',
    '@load "x"',
    '{print ENVIRON["A"]}',
    'BEGIN{ARGV[1]="f"}',
    '{close("x")}',
    '{foo($1)}',
    '{# comment \\\nprint > "x"}',
    '{print "open}',
    '{print $1',
  ])('may do more: %j', program => expect(isReadOnlyAwk(program)).toBe(false));
});

describe('a script of sed', () => {
  test.each([
    '1,5p;10p',
    '$!N;P;D',
    ':a;N;$!ba;s/\\n/ /g',
    '1!G;h;$!d',
    '/a/,/b/{s/x/y/;p}',
    '/x/{n;d}',
    's|a|b|g',
    '/start/,+3p',
    '0,/x/s//y/',
    'a foo w x',
    '/x/i\\\nhello',
    '\\,a,p',
    's/[^a-z]//g',
    '# a comment\np',
  ])('only prints: %j', script => expect(isReadOnlySed(script)).toBe(true));

  test.each([
    'w x',
    '1e ls',
    's/a/b/w x',
    's/a/b/ge',
    'r x',
    '{p;w x\n}',
    's/[/]/x/;w y',
    'a foo\nw x',
    '\\w.ww x',
    'p w x',
    '$!{p',
    ':a w x\nw y',
    's/\n/x/;w y',
    'y/a/b/;w x',
  ])('may do more: %j', script => expect(isReadOnlySed(script)).toBe(false));
});

describe('a filter of jq', () => {
  test.each([
    '.env',
    '."env"',
    '{env, name}',
    '.[] | select(.a == "b") | .c',
    'to_entries | map("\\(.key)=\\(.value)") | .[]',
    'def f(x): x*2; f(.a)',
    'reduce .[] as $x (0; . + $x)',
    '.. | .env? // empty',
    '@csv',
  ])('only reads its input: %s', filter => expect(isReadOnlyJq(filter)).toBe(true));

  test.each([
    'env',
    '$ENV.A',
    '{a: env}',
    '{(env): 1}',
    '(def env: 1; .) | env',
    '"\\(env)"',
    '. env',
    '..env',
    '1.env',
    'import "a" as a; .',
    'include "a"; .',
    'input_filename',
    '# \\\n" \nenv # "',
    'somethingNew',
  ])('may read more: %j', filter => expect(isReadOnlyJq(filter)).toBe(false));
});
