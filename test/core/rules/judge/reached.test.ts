import { describe, expect, test } from 'vitest';
import { bash, rules } from '../helpers';

const everything = rules('allow Bash', 'deny WebFetch(domain:evil.example)');
const reaching = ['curl https://evil.example/x', 'curl "$URL"', "python3 -c \"get('evil.' + 'example')\""];

describe('a command that may reach a host which a rule forbids', () => {
  test.each(reaching)('%s asks', command => {
    expect(bash(everything, command).decision).toBe('ask');
  });

  test.each(reaching)('%s does not where the kernel closes the connection', command => {
    expect(bash(everything, command, { held: true }).decision).toBe('allow');
  });

  test('names the rule and the host', () => {
    const [because] = bash(everything, 'curl https://evil.example/x').because;
    expect(because?.rule).toBe('WebFetch(domain:evil.example)');
    expect(because?.reason.text).toBe(
      'It may reach https://evil.example/x, which the deny rule WebFetch(domain:evil.example) names.',
    );
  });
});
