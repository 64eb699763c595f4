import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(__dirname, '..', '..');

function table(file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

/** The texts that a source gives to the editor for translation. */
function textsIn(source: string): string[] {
  return [...source.matchAll(/\bl10n\s*\.t\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)].map(match =>
    (match[2] ?? '').replaceAll(/\\(.)/g, '$1'),
  );
}

function placeholders(text: string): string[] {
  return (text.match(/\{\d\}/g) ?? []).toSorted();
}

function expectSamePlaceholders(pairs: readonly (readonly [string, string | undefined])[]): void {
  for (const [text, translated] of pairs) expect(placeholders(translated ?? ''), text).toEqual(placeholders(text));
}

/**
 * agent 智能体, account 帐户, to deny 拒绝, to verify 校验, an answer 回答, critical 极高风险, you 你, a secret 机密, the
 * record 记录 (日志 is what "Show Log" shows).
 */
const avoided = /代理(?!设置|服务器)|账户|谢绝|核对|答复|严重风险|您|秘密|(?<!显示)日志|[：。，；！？] /;

describe('both languages', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  );
  const used = new Set(sources.flatMap(name => textsIn(readFileSync(join(root, 'src', name), 'utf8'))));
  const bundle = table('l10n/bundle.l10n.zh-cn.json');

  test('finds texts in all forms of quotes', () => {
    expect(textsIn("l10n.t('a {0}', 1); vscode.l10n.t(\n  \"it's\"); l10n.t('it\\'s')")).toEqual([
      'a {0}',
      "it's",
      "it's",
    ]);
    expect(used.size).toBeGreaterThan(20);
  });

  test('every text of the host is translated, and nothing else is in the table', () => {
    expect(Object.keys(bundle).toSorted()).toEqual([...used].toSorted());
    expectSamePlaceholders(Object.entries(bundle));
  });

  test('every text of the manifest is there in both', () => {
    const en = table('package.nls.json');
    const zh = table('package.nls.zh-cn.json');
    const named = [...readFileSync(join(root, 'package.json'), 'utf8').matchAll(/"%([^%"]+)%"/g)].map(
      match => match[1] ?? '',
    );
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(en).toSorted());
    expect(Object.keys(zh).toSorted()).toEqual(Object.keys(en).toSorted());
    expectSamePlaceholders(Object.entries(en).map(([key, text]) => [text, zh[key]]));
  });

  test('one thing has one word in Chinese, and no blank follows a full-width mark', () => {
    const folders = ['src/core/texts/zhCn', 'webview-ui/language'];
    const texts = [
      'package.nls.zh-cn.json',
      'l10n/bundle.l10n.zh-cn.json',
      ...folders.flatMap(folder => readdirSync(join(root, folder)).map(name => `${folder}/${name}`)),
    ].flatMap(file =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter(line => /\p{Script=Han}/u.test(line))
        .map(line => `${file}: ${line.trim()}`),
    );
    expect(texts.length).toBeGreaterThan(600);
    expect(texts.filter(text => avoided.test(text))).toEqual([]);
  });
});
