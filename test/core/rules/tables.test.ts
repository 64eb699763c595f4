import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bash, rules } from './helpers';

/** One heading with the rules and what they give, and below it a command a line (`\n` and `\t` stand for themselves). */
function sections(name: string): readonly { readonly heading: string; readonly commands: readonly string[] }[] {
  const text = readFileSync(new URL(`tables/${name}.txt`, import.meta.url), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [heading = '', ...lines] = section.split('\n');
      return {
        heading,
        commands: lines.filter(line => line !== '').map(line => line.replaceAll('\\n', '\n').replaceAll('\\t', '\t')),
      };
    });
}

describe.each(['denied', 'rules', 'readonly', 'risk'])('the table %s', name => {
  const all = sections(name);

  test('is long', () => {
    expect(all.flatMap(section => section.commands).length).toBeGreaterThan(200);
  });

  test.each(all)('$heading', ({ heading, commands }) => {
    const [left = '', right = ''] = heading.split('=>').map(part => part.trim());
    const set = rules(...left.split(' ; ').filter(line => line !== ''));
    const wrong = commands.flatMap(command => {
      const verdict = bash(set, command);
      const risk = /^risk (\w+) ?([\w-]*)$/.exec(right);
      const isRight = risk
        ? verdict.risk === risk[1] && (risk[2] === '' || verdict.riskReasons.includes(risk[2] ?? ''))
        : verdict.decision === right;
      return isRight
        ? []
        : [
            `${command}: ${verdict.decision}, ${verdict.risk} (${verdict.riskReasons.join(' ')}), ${verdict.because[0]?.reason.text}`,
          ];
    });
    expect(wrong).toEqual([]);
  });
});
