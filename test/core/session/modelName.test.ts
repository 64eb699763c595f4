import { expect, test } from 'vitest';
import { shortModelName } from '../../../src/core/session/modelName';

test.each([
  ['claude-opus-5-5', 'Opus 5.5'],
  ['claude-opus-4-8[1m]', 'Opus 4.8 1M'],
  ['claude-sonnet-5', 'Sonnet 5'],
  ['claude-haiku-4-5-20251001', 'Haiku 4.5'],
  ['claude-sonnet-4-20250514', 'Sonnet 4'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'Sonnet 4.5'],
  ['claude-opus-4-1@20250805', 'Opus 4.1'],
  ['gpt-oss', 'gpt-oss'],
  ['', ''],
])('%s is %s', (id, name) => expect(shortModelName(id)).toBe(name));
