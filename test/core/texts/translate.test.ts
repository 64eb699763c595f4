import { describe, expect, it, test } from 'vitest';
import { sentencesIn } from '../../../src/core/texts/translate';
import { zhCn } from '../../../src/core/texts/zhCn';
import { parseRulesFile } from '../../../src/stores/rulesFile';

const { sentence, place } = sentencesIn(zhCn);

describe('a sentence of ours', () => {
  it.each([
    ['It is proven to only read.', '已证明只会读取。'],
    ['No rule allows writing src/a.ts.', '没有规则允许写入 src/a.ts。'],
    ['The project rule Bash(npm run:*) allows this.', '项目规则 Bash(npm run:*) 允许此调用。'],
    [
      'The user rule Read(.env) (/home/me/.latch/rules.json:7) denies this.',
      '用户规则 Read(.env) (/home/me/.latch/rules.json:7) 拒绝此调用。',
    ],
    ['No rule allows it. git checkout is not known to be read-only.', '没有规则允许它。不确定 git checkout 是否只读。'],
    ['It writes out.log. No rule allows writing out.log.', '会写入 out.log。没有规则允许写入 out.log。'],
    ['It reads a secret, writes files and uses the network.', '读取机密，写入文件，使用网络。'],
    [
      'It deletes a whole root, home or working folder and uses the network. No rule allows this without a question.',
      '删除整个根目录、主目录或工作文件夹，使用网络。任何规则都不能免除对它的询问。',
    ],
    [
      'The edited call is denied: The user rule Bash(rm:*) denies this.',
      '编辑后的调用被拒绝：用户规则 Bash(rm:*) 拒绝此调用。',
    ],
    [
      'Bash: the answer could not be delivered: The answer could not be delivered: EPIPE',
      'Bash：无法送达回答：无法送达回答：EPIPE',
    ],
    ['The quote " is not closed. It is ignored.', '引号 " 没有闭合。此规则被忽略。'],
    ['Claude Code ended by SIGKILL before it was ready.', 'Claude Code 在就绪之前因 SIGKILL 结束。'],
  ])('%s', (english, chinese) => {
    expect(sentence(english)).toBe(chinese);
  });
});

describe('a value in a sentence stays as it is', () => {
  const long = 'x'.repeat(100_000);
  it.each([
    ['{0}'],
    ['{1:sentence}'],
    ['$&'],
    ['"quoted" and ‘quoted’'],
    ['two\nlines'],
    ['Stopped.'],
    ['user'],
    ['it is denied: No rule allows it. '],
    ['a file. It is ignored'],
    [', line 3: '],
    [long],
  ])('%j', value => {
    expect(sentence(`No rule allows writing ${value}.`)).toBe(`没有规则允许写入 ${value}。`);
    expect(sentence(`Claude Code could not be started: ${value}`)).toBe(`无法启动 Claude Code：${value}`);
    expect(sentence(`${value} lies outside the workspace.`)).toBe(`${value} 位于工作区之外。`);
  });
});

describe('what is not ours comes back unchanged', () => {
  it.each([
    [''],
    ['.'],
    ['{0}'],
    ['{0:sentence}.'],
    ['constructor'],
    ['It constructor and __proto__.'],
    ['The nobody rule Bash(ls) allows this.'],
    ['ls -la'],
    ['It is proven to only read'],
    [' It is proven to only read.'],
    ['已证明只会读取。'],
    [`It ${'reads a secret and '.repeat(10_000)}nothing.`],
    ['.'.repeat(100_000)],
    ['a: '.repeat(50_000)],
  ])('%.40j', text => {
    expect(sentence(text)).toBe(text);
  });
});

test('an English window says everything as it is', () => {
  const english = sentencesIn(undefined);
  expect(english.sentence('Stopped.')).toBe('Stopped.');
  expect(english.place('project .latch/rules.json:7')).toBe('project .latch/rules.json:7');
});

test.each([
  ['project .latch/rules.json:7', '项目 .latch/rules.json:7'],
  ['user', '用户'],
  ['read-only', '只读判断'],
  ['Bash(user:*)', 'Bash(user:*)'],
  ['constructor x', 'constructor x'],
])('the place %s', (english, chinese) => {
  expect(place(english)).toBe(chinese);
});

test.each([
  ['allow', 'Bash(', '“Bash(”没有闭合。你是不是想写 Bash()？此允许规则被忽略。'],
  ['deny', 'Bash(', '“Bash(”没有闭合。你是不是想写 Bash()？更正之前，对应的工具都会询问。'],
  [
    'allow',
    'mcp__*',
    '允许规则的工具名称只能在 mcp__server__ 之后使用 *。你是不是想写 mcp__server__*？此允许规则被忽略。',
  ],
  [
    'ask',
    'WebFetch(domain:a b)',
    '“a b”不是主机名。你是不是想写 WebFetch(domain:example.com)？更正之前，对应的工具都会询问。',
  ],
])('a file with the rule %s %s', (action, pattern, chinese) => {
  const { problems } = parseRulesFile(JSON.stringify({ version: 1, rules: [{ action, pattern }] }));
  expect(problems.map(({ message }) => sentence(message))).toEqual([chinese]);
});

test('a template takes its values in their order, and its translation the same ones', () => {
  for (const [english, chinese] of Object.entries(zhCn.sentences)) {
    const places = [...english.matchAll(/\{(\d)(?::\w+)?\}/g)].map(match => Number(match[1]));
    expect(places, english).toEqual(places.map((_, at) => at));
    const taken = [...chinese.matchAll(/\{(\d)\}/g)]
      .map(match => Number(match[1]))
      .toSorted((one, other) => one - other);
    expect(taken, english).toEqual(places);
  }
});
