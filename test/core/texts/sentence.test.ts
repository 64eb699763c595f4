import { describe, expect, it, test } from 'vitest';
import { inOne, quoted, say, type Sentence, sentenceFrom } from '../../../src/core/texts/sentence';
import { drawnIn, placeIn } from '../../../src/core/texts/translate';
import { zhCn } from '../../../src/core/texts/zhCn';

const chinese = drawnIn(zhCn);
const english = drawnIn(undefined);

describe('a sentence', () => {
  const rows: readonly (readonly [Sentence, string, string])[] = [
    [say('It is proven to only read.'), 'It is proven to only read.', '已证明只会读取。'],
    [
      say('No rule allows writing {path}.', { path: 'src/a.ts' }),
      'No rule allows writing src/a.ts.',
      '没有规则允许写入 src/a.ts。',
    ],
    [
      say('The {scope} rule {rule} allows this.', { scope: say('project'), rule: 'Bash(npm run:*)' }),
      'The project rule Bash(npm run:*) allows this.',
      '项目规则 Bash(npm run:*) 允许此调用。',
    ],
    [
      say('No rule allows it. {reason}', { reason: say('{path} may hold secrets.', { path: '.env' }) }),
      'No rule allows it. .env may hold secrets.',
      '没有规则允许它。.env 可能含有机密。',
    ],
    [
      say('It {risks}.', { risks: [say('reads a secret'), say('writes files'), say('uses the network')] }),
      'It reads a secret, writes files and uses the network.',
      '读取机密，写入文件，使用网络。',
    ],
    [say('It {risks}.', { risks: [say('writes files')] }), 'It writes files.', '写入文件。'],
    [
      say('It is longer than {most} characters.', { most: 10_000 }),
      'It is longer than 10000 characters.',
      '超过 10000 个字符。',
    ],
    [
      say('The edited call is denied: {reason}', {
        reason: say('The {scope} rule {rule} denies this.', { scope: say('user'), rule: 'Bash(rm:*)' }),
      }),
      'The edited call is denied: The user rule Bash(rm:*) denies this.',
      '编辑后的调用被拒绝：用户规则 Bash(rm:*) 拒绝此调用。',
    ],
    [
      inOne([say('{field} is required.', { field: 'Name' }), say('{field} must be a number.', { field: 'Age' })]),
      'Name is required. Age must be a number.',
      'Name为必填项。Age必须是数字。',
    ],
    [quoted('ENOSPC: no space'), 'ENOSPC: no space', 'ENOSPC: no space'],
  ];
  it.each(rows)('%#', (sentence, inEnglish, inChinese) => {
    expect([sentence.text, english(sentence)]).toEqual([inEnglish, inEnglish]);
    expect(chinese(sentence)).toBe(inChinese);
    expect(chinese(sentenceFrom(JSON.parse(JSON.stringify(sentence))))).toBe(inChinese);
  });
});

describe('a value stays as it is', () => {
  it.each([['{path}'], ['{0}'], ['$&'], ['two\nlines'], ['Stopped.'], ['user'], ['x'.repeat(100_000)], ['__proto__']])(
    '%.40j',
    path => {
      const sentence = say('No rule allows writing {path}.', { path });
      expect(sentence.text).toBe(`No rule allows writing ${path}.`);
      expect(chinese(sentence)).toBe(`没有规则允许写入 ${path}。`);
    },
  );
});

describe('what was written down', () => {
  test('by an earlier version is a text, and stays one', () => {
    expect(sentenceFrom('Stopped.')).toEqual(quoted('Stopped.'));
    expect(chinese(sentenceFrom('Stopped.'))).toBe('Stopped.');
  });

  test('by a later version says its English', () => {
    const later: unknown = { template: 'It is {new}.', values: { new: 'x' }, text: 'It is x.' };
    expect(chinese(sentenceFrom(later))).toBe('It is x.');
  });

  it.each([[undefined], [7], [{}], [{ template: 'a' }], [{ template: 'a', text: 'b', values: { x: {} } }]])(
    'by nobody is empty: %j',
    value => expect(sentenceFrom(value).text).toBe(''),
  );

  test('under the name of something that every object has is no translation', () => {
    expect(chinese({ template: 'constructor', text: 'constructor' })).toBe('constructor');
  });
});

test.each([
  ['project .latch/rules.json:7', '项目 .latch/rules.json:7'],
  ['user', '用户'],
  ['read-only', '只读判断'],
  ['Bash(user:*)', 'Bash(user:*)'],
  ['constructor x', 'constructor x'],
])('the place %s', (where, inChinese) => {
  expect(placeIn(zhCn)(where)).toBe(inChinese);
  expect(placeIn(undefined)(where)).toBe(where);
});
