import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { zhCn } from '../../src/core/texts/zhCn';

const root = join(import.meta.dirname, '..', '..', 'src');

/** Sources whose sentences no person needs in a window. */
const others: ReadonlySet<string> = new Set([
  // Told to the model.
  'core/gate/messages.ts',
  // A document in English.
  'core/journal/report.ts',
  // Descriptions, whose type asks for their Chinese; they are written into the file in the language of the person.
  'core/ruleAdmin/presets.ts',
]);

/** Told to the model, or by the agent to us, or to whoever wrote a page that sends such a thing. */
const untold: ReadonlySet<string> = new Set([
  'The user edited this call before allowing it. What ran instead of your input: {}',
  'The user said, allowing this call: {}',
  'Latch does not support {}.',
  'Latch could not read this call.',
  'Denied by a rule of the user. {} Do not try to get around it.',
  'Denied by the rule {} of the user. {} Do not try to get around it.',
  'No conversation found with session ID',
  '{}: lies too deep.',
]);

/** Texts of a source with `{}` for each value, but not those that are said, that the editor translates or the log takes. */
function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  if (isCallOf(node, ['say', 't', 'debug', 'info', 'warn'])) return [];
  return [...ownText(node), ...Object.values(node).flatMap(textsIn)];
}

function ownText(node: object): readonly string[] {
  if (!('type' in node)) return [];
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') return [node.value.trim()];
  if (node.type === 'TemplateLiteral' && 'quasis' in node && Array.isArray(node.quasis))
    return [
      node.quasis
        .map(({ value }: { readonly value: { readonly cooked: string } }) => value.cooked)
        .join('{}')
        .trim(),
    ];
  return [];
}

function isCallOf(node: object, names: readonly string[]): boolean {
  if (!('callee' in node) || typeof node.callee !== 'object' || node.callee === null) return false;
  const named = 'property' in node.callee ? node.callee.property : node.callee;
  return typeof named === 'object' && named !== null && 'name' in named && names.includes(String(named.name));
}

function read(source: string): readonly string[] {
  return textsIn(parseAst(source, { lang: 'ts' }));
}

/** From a capital letter or a value to a full stop or a question mark; without one, three words at least. */
function isSentence(text: string): boolean {
  return /^[A-Z{"].* .*[a-z]{2}.*[.?]$/s.test(text) || /^[A-Z"][\w"{}]* [a-z*]{2,} [a-z].*[^.?]$/.test(text);
}

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  name => name.endsWith('.ts') && !name.startsWith('cli/') && !name.startsWith('core/texts/zhCn/'),
);
const texts = new Map(sources.map(name => [name, readFileSync(join(root, name), 'utf8')]));

describe('what the core says', () => {
  test('is found in all forms of quotes, but for what is said as a value or translated by the editor', () => {
    const source = `const a = l10n.t('It is one.'); f(say('It is said.'), \`It is \${x}.\`, "It's here.", 'no sentence', b ? 'Is it so?' : c);`;
    expect(read(source).filter(isSentence)).toEqual(['It is {}.', "It's here.", 'Is it so?']);
  });

  test('is said as a value: no sentence is a mere text', () => {
    const told = [...texts].filter(([name]) => !others.has(name));
    const mere = told.flatMap(([name, text]) =>
      read(text)
        .filter(it => isSentence(it) && !untold.has(it))
        .map(it => `${name}: ${it}`),
    );
    expect(mere).toEqual([]);
  });

  test('is all that has a translation', () => {
    const all = [...texts.values()].join('\n');
    const unsaid = Object.keys(zhCn).filter(
      template => !all.includes(template.replaceAll("'", "\\'")) && !all.includes(template),
    );
    expect(Object.keys(zhCn).length).toBeGreaterThan(350);
    expect(unsaid).toEqual([]);
  });
});
