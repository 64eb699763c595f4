import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { zhCn } from '../../src/core/texts/zhCn';

const root = join(__dirname, '..', '..', 'src');

/** Sources whose sentences no person needs in a window. */
const others: ReadonlySet<string> = new Set([
  // Told to the model.
  'core/gate/messages.ts',
  // A document in English.
  'core/journal/report.ts',
  // What is wrong with a request that no page of ours sends.
  'core/protocol/read.ts',
  'core/protocol/requests.ts',
]);

/** Told to the model, or by the agent to us. */
const untold: ReadonlySet<string> = new Set([
  'The user edited this call before allowing it. What ran instead of your input: {}',
  'Latch does not support {}.',
  'Latch could not read this call.',
  'Denied by a rule of the user. {} Do not try to get around it.',
  'Denied by the rule {} of the user. {} Do not try to get around it.',
  'No conversation found with session ID',
]);

/** Parts of one sentence: the whole is in the table. */
const parts: ReadonlySet<string> = new Set([
  '{}.{} {}',
  'Did you mean {}?',
  'It is ignored.',
  'This allow rule is ignored.',
  'Until it is corrected, its tool asks.',
]);

/** What is put together of parts. */
const composed: ReadonlySet<string> = new Set([
  '{}. It is ignored.',
  '{}. Until it is corrected, its tool asks.',
  '{}. This allow rule is ignored.',
  '{}. Did you mean {}? This allow rule is ignored.',
  '{}. Did you mean {}? Until it is corrected, its tool asks.',
  '{}: {}.',
  '{}: {}. Did you mean {}?',
  '{}, line {}: {} Update Latch to change these rules.',
  '{}, line {}: {} Mend it first: it was left as it is.',
  'The setting latch.toolDefaults denies {} where no rule allows it.',
]);

/** Texts of a source with `{}` for each value, but not those that the editor translates or the log takes. */
function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  if (isCallOf(node, ['t', 'debug', 'info', 'warn'])) return [];
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
  return (
    'callee' in node &&
    typeof node.callee === 'object' &&
    node.callee !== null &&
    'property' in node.callee &&
    typeof node.callee.property === 'object' &&
    node.callee.property !== null &&
    'name' in node.callee.property &&
    names.includes(String(node.callee.property.name))
  );
}

function read(source: string): readonly string[] {
  return textsIn(parseAst(source, { lang: 'ts' }));
}

/** From a capital letter or a value to a full stop or a question mark; without one, three words at least. */
function isSentence(text: string): boolean {
  return /^[A-Z{"].* .*[a-z]{2}.*[.?]$/s.test(text) || /^[A-Z"][\w"{}]* [a-z*]{2,} [a-z].*[^.?]$/.test(text);
}

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  name => name.endsWith('.ts') && !name.startsWith('cli/') && !name.startsWith('core/texts/'),
);
const written = new Map(sources.map(name => [name, read(readFileSync(join(root, name), 'utf8'))]));
const table = new Set(Object.keys(zhCn.sentences).map(english => english.replaceAll(/\{\d(?::\w+)?\}/g, '{}')));

describe('what the core says', () => {
  test('sentences are found in all forms of quotes, and what the editor translates is left out', () => {
    const source = `const a = l10n.t('It is one.'); f(\`It is \${x}.\`, "It's here.", 'no sentence', b ? 'Is it so?' : c);`;
    expect(read(source).filter(isSentence)).toEqual(['It is {}.', "It's here.", 'Is it so?']);
  });

  test('every sentence has a translation', () => {
    const told = [...written].filter(([name]) => !others.has(name));
    const missing = told.flatMap(([name, texts]) =>
      texts
        .filter(text => isSentence(text) && !untold.has(text) && !parts.has(text) && !table.has(text))
        .map(text => `${name}: ${text}`),
    );
    expect(told.flatMap(([, texts]) => texts).filter(isSentence).length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });

  test('nothing else is translated', () => {
    const all = new Set([...written.values()].flat());
    const unused = [...table].filter(text => !all.has(text) && !composed.has(text));
    expect(unused).toEqual([]);
  });

  test('every risk is told in both languages', () => {
    const risks = written.get('core/rules/tables/riskReasons.ts')?.filter(text => text.includes(' '));
    expect(Object.keys(zhCn.risks).toSorted()).toEqual(risks?.toSorted());
  });
});
