import { quoted } from '../../../src/core/texts/sentence';
import { describe, expect, test } from 'vitest';
import { resultRecord } from '../../../src/core/journal/callRecords';
import { encodeLine, payload } from '../../../src/core/journal/journal';
import { readChain } from '../../fakes/journalText';
import type { Json } from '../../../src/core/base/json';
import { maskValue } from '../../../src/core/masking/masking';
import { Random } from '../../support/random';
import { cpuTime } from '../../support/cpuTime';

const maskText = (text: string): Json => maskValue(text);

/** Written in two parts, so that no scanner takes this file for a leak. */
const key = (head: string, tail: string): string => head + tail;
const ghp = key('gh', 'p_0123456789abcdefghijABCDEFGHIJ');
const jwt = key('ey', 'JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N');

const masked: readonly (readonly [string, string])[] = [
  [`export GITHUB_TOKEN=${ghp}`, 'export GITHUB_TOKEN=[secret]'],
  [`git clone https://me:${ghp}@github.com/me/it`, 'git clone https://me:[secret]@github.com/me/it'],
  ['psql postgres://app:hunter2@db.example/shop', 'psql postgres://app:[secret]@db.example/shop'],
  ["curl -H 'Authorization: Bearer abcdefgh' x", "curl -H 'Authorization: Bearer [secret]' x"],
  ['-H "authorization: basic dXNlcjpwYXNz"', '-H "authorization: basic [secret]"'],
  ['curl -u admin:hunter2 https://example.com', 'curl -u admin:[secret] https://example.com'],
  ['deploy --password hunter2 --dry-run', 'deploy --password [secret] --dry-run'],
  ['deploy --api-key=abc123', 'deploy --api-key=[secret]'],
  ['deploy --registry-token "a b" now', 'deploy --registry-token "[secret]" now'],
  ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'AWS_SECRET_ACCESS_KEY=[secret]'],
  ['aws_secret_access_key = wJalrXUtnFEMI', 'aws_secret_access_key = [secret]'],
  ['{"password": "hun,ter 2", "user": "me"}', '{"password": "[secret]", "user": "me"}'],
  ["client_secret: 'abc'", "client_secret: '[secret]'"],
  ['//registry.example/:_authToken=abcdef', '//registry.example/:_authToken=[secret]'],
  [key('sk', '-ant-api03-aBcDeFgHiJkLmNoP'), '[secret]'],
  [key('sk_li', 've_51HabcdefghijklmnopQR'), '[secret]'],
  [key('xo', 'xb-123456789012-abcdefghij'), '[secret]'],
  [key('AK', 'IAIOSFODNN7EXAMPLE'), '[secret]'],
  [key('AI', 'zaSyA1234567890abcdefghijklmnopqrstu'), '[secret]'],
  [key('glp', 'at-abcdefghij0123456789'), '[secret]'],
  [key('np', 'm_abcdefghijklmnopqrstuvwxyz0123456789'), '[secret]'],
  [`token ${jwt} end`, 'token [secret] end'],
  [
    `${key('-----BEGIN RSA PRIV', 'ATE KEY-----')}\nMIIE\n${key('-----END RSA PRIV', 'ATE KEY-----')}\nafter`,
    '[secret]\nafter',
  ],
  [`${key('-----BEGIN PRIV', 'ATE KEY-----')}\nMIIE`, '[secret]'],
  ['Bearer abcdefgh12345678', 'Bearer [secret]'],
  ["define('DB_PASSWORD', 'hunter2');", "define('DB_PASSWORD', '[secret]');"],
  ['define( "AUTH_KEY", "hunter2 abc" );', 'define( "AUTH_KEY", "[secret]" );'],
  ["auth=('me', 'hunter2')", "auth=('me', '[secret]')"],
  ["HTTPBasicAuth('me', 'hunter2')", "HTTPBasicAuth('me', '[secret]')"],
  ['{"Name":"/x/password","Value":"hunter2"}', '{"Name":"/x/password","Value":"[secret]"}'],
  ['{"Key": "password", "Value": "hunter2"}', '{"Key": "password", "Value": "[secret]"}'],
  ['<Password Value="hunter2"/>', '<Password Value="[secret]"/>'],
  ['<key>Password</key>\n<string>hunter2</string>', '<key>Password</key>\n<string>[secret]</string>'],
  ['password: |\n  hunter2\nuser: me', 'password: |\n  [secret]\nuser: me'],
  ['wpa_psk=hunter2abc', 'wpa_psk=[secret]'],
  ['psk="hunter2abc"', 'psk="[secret]"'],
  ['requirepass hunter2', 'requirepass [secret]'],
  ['redis-cli CONFIG SET requirepass hunter2', 'redis-cli CONFIG SET requirepass [secret]'],
  ['bindpw hunter2', 'bindpw [secret]'],
  ['ldap_default_authtok = hunter2', 'ldap_default_authtok = [secret]'],
  [key('dp.', 'pt.abcdefghij0123456789'), '[secret]'],
  [key('ATATT3', 'xFfGF0abcdefghij0123456789'), '[secret]'],
  [key('ATCTT3', 'xFfGN0abcdefghij0123456789'), '[secret]'],
  [key('glpt', 't-0123456789abcdef0123456789abcdef'), '[secret]'],
  [key('gloa', 's-0123456789abcdef0123456789abcdef'), '[secret]'],
  [key('PMA', 'K-0123456789abcdef01234567-0123456789abcdef'), '[secret]'],
  [key('xkeys', 'ib-0123456789abcdef0123456789abcdef-abcdefgh'), '[secret]'],
  [key('sb_sec', 'ret_abcdefghij0123456789abcdef'), '[secret]'],
  [key('ops_e', 'yJabcdefghij0123456789'), '[secret]'],
  [key('secre', 't_abcdefghij0123456789abcdefghij0123456789abc'), '[secret]'],
  [key('key-0', '123456789abcdef0123456789abcdef'), '[secret]'],
  [key('LTA', 'I5tabcdefghij0123456'), '[secret]'],
  [key('1//', '0gabcdefghij0123456789abcdefghij'), '[secret]'],
  [key('oy', '2abcdefghij0123456789abcdefghij0123456789abc'), '[secret]'],
  [
    `https://api.telegram.org/bot${key('12345678', '9:AAabcdefghij0123456789abcdefghij012')}/x`,
    'https://api.telegram.org/bot[secret]/x',
  ],
  [
    `${key('---- BEGIN SSH2 ENCRYPTED PRIV', 'ATE KEY ----')}\nabc\n${key('---- END SSH2 ENCRYPTED PRIV', 'ATE KEY ----')}\nafter`,
    '[secret]\nafter',
  ],
  ['curl -sume:hunter2 https://x', 'curl -sume:[secret] https://x'],
  ['curl --cert a.pem:hunter2 https://x', 'curl --cert a.pem:[secret] https://x'],
  ['redis-cli -h x AUTH default hunter2', 'redis-cli -h x AUTH default [secret]'],
  ['gh secret set X -b hunter2', 'gh secret set X -b [secret]'],
  ['echo hunter2 | gh secret set X', 'echo [secret] | gh secret set X'],
  ['kinit me <<< hunter2', 'kinit me <<< [secret]'],
  ['echo hunter2 | kinit me', 'echo [secret] | kinit me'],
  ['rar a -hphunter2 x', 'rar a -hp[secret] x'],
  [
    'kubectl create secret generic x --from-literal=k=hunter2',
    'kubectl create secret generic x --from-literal=k=[secret]',
  ],
  ['fly secrets set A=hunter2 B=hunter3', 'fly secrets set A=[secret] B=[secret]'],
  ['doppler secrets set X hunter2', 'doppler secrets set X [secret]'],
  ['dotnet user-secrets set X hunter2', 'dotnet user-secrets set X [secret]'],
  ['vault kv put secret/x value=hunter2', 'vault kv put secret/x value=[secret]'],
  ['composer config http-basic.x me hunter2', 'composer config http-basic.x me [secret]'],
  ['pulumi config set --secret x hunter2', 'pulumi config set --secret [secret] [secret]'],
  ['openssl passwd -6 hunter2', 'openssl passwd -6 [secret]'],
  ['ansible-vault encrypt_string hunter2 --name x', 'ansible-vault encrypt_string [secret] --name x'],
  ['mc alias set x https://h me hunter2', 'mc alias set x https://h me [secret]'],
  ['net user me hunter2 /add', 'net user me [secret] /add'],
  ['ttyd -c me:hunter2 bash', 'ttyd -c me:[secret] bash'],
  ['schtasks /create /ru me /rp hunter2', 'schtasks /create /ru me /rp [secret]'],
  ["ConvertTo-SecureString 'hunter2' -AsPlainText", "ConvertTo-SecureString '[secret]' -AsPlainText"],
];

const harmless: readonly string[] = [
  "define('CACHE_KEY', 'users')",
  "define('VERSION', '1.2.3')",
  '{"Key":"env","Value":"prod"}',
  'requirepass is not set',
  'psk=false',
  'psk: true',
  'redis-cli config get requirepass',
  'redis-cli get auth',
  'vault kv list -format=json x',
  'vault kv put secret/x value=@f.json',
  'fly secrets unset A B',
  'mc alias set play https://play.min.io',
  'description: |\n  The password of the user',
  'auth = (user, pwd)',
  'xai-grok-4-fast-reasoning',
  'npm-key-d41d8cd98f00b204e9800998ecf8427e',
  'patch-package-something-long-name',
  'secret_key_base_of_the_production_environment',
  'udp.port.of.something.long.enough',
  '-----BEGIN CERTIFICATE-----',
  'wget -E https://example.com',
  'curl -Hauthor:me https://x',
  'curl --cert C:\\x.pem https://x',
  'net user me /add',
  'openssl passwd -6',
  'fly secrets list',
  'doppler secrets get X',
  'mc alias list',
  'redis-cli GET x',
  'docker run -c 5 x',
  'gh secret list',
  'kubectl create configmap x --from-literal=k=v',
  'git config alias.st status',
  'vault kv get secret/x',
  'su me',
  'npm config set x y',
  'npm run build && git push',
  'const tokenizer = new Tokenizer();',
  'max_tokens=4096, "tokens": 12',
  'function login(password: string, token?: string): boolean',
  'if (password === other) throw new Error("wrong password");',
  'const apiKey = process.env.API_KEY;',
  'token = getToken()',
  'TOKEN=$GITHUB_TOKEN npm publish',
  'curl -H "Authorization: Bearer $TOKEN" https://example.com',
  'Reset the password, see the docs',
  'The basic functionality of the bearer',
  'git clone git@github.com:me/it.git',
  'http://localhost:3000/@scope/pkg',
  'sk-learn-compatible-estimators',
  'a3f5c1d2e4b6a7c8d9e0f1a2b3c4d5e6f7a8b9c0',
  '550e8400-e29b-41d4-a716-446655440000',
];

describe('a text', () => {
  test.each(masked)('%s', (text, expected) => expect(maskText(text)).toBe(expected));
  test.each(harmless)('stays: %s', text => expect(maskText(text)).toBe(text));
  test.each(masked)('masked twice is masked once: %s', text => expect(maskValue(maskText(text))).toBe(maskText(text)));
});

test('members are masked by their names, at any depth, and others are not', () => {
  const value: Json = {
    apiKey: 'abc',
    headers: [{ Authorization: 'anything', Accept: 'text/html' }],
    nested: { client_secret: 'x', db_password: 'y', passwordHint: 'cat', tokenizer: 'bpe', token: 7 },
    text: `TOKEN=${ghp}`,
  };
  expect(maskValue(value)).toEqual({
    apiKey: '[secret]',
    headers: [{ Authorization: '[secret]', Accept: 'text/html' }],
    nested: { client_secret: '[secret]', db_password: '[secret]', passwordHint: 'cat', tokenizer: 'bpe', token: 7 },
    text: 'TOKEN=[secret]',
  });
});

test('no line of the journal has a secret in it: not what a person wrote, and not what a command printed', () => {
  const sha256 = (text: string): string => String(text.length);
  const records = [
    { type: 'user_message', id: '1', text: `Use ${ghp}` },
    { type: 'agent_message', id: '2', kind: 'text', text: `I use ${ghp}` },
    { type: 'result', toolCallId: 'a', ok: true, text: `GITHUB_TOKEN=${ghp}\n` },
    { type: 'notice', level: 'error', text: quoted(`fatal: https://me:${ghp}@github.com`) },
  ] as const;
  let prev = '';
  let file = '';
  for (const [at, record] of records.entries()) {
    const line = encodeLine(record, at + 1, '2026-11-18T00:00:00.000Z', prev, sha256);
    prev = line.hash;
    file += line.text;
  }
  expect(file).not.toContain(ghp);
  expect(readChain(file, sha256)).toMatchObject({ lines: records.map(({ type }) => ({ record: { type } })) });
});

test('no part of a secret is left where a text is cut, wherever the secret lies', () => {
  const sha256 = (text: string): string => String(text.length);
  const left: string[] = [];
  for (const [secret, longest] of [
    [ghp, 64 * 1024],
    [jwt, 64 * 1024],
    [`DB_PASS=${'k9'.repeat(20)}`, 64 * 1024],
  ] as const)
    for (let inside = -2; inside <= secret.length + 2; inside += 1) {
      const text = `${'x '.repeat(longest).slice(0, longest - inside - 1)} ${secret} ${'y '.repeat(5000)}`;
      const kept = JSON.stringify(payload({ content: text }, sha256));
      const result = resultRecord('a', true, text.slice(longest - 8 * 1024), undefined);
      for (const it of [kept, JSON.stringify(result)])
        if (it.includes(secret.slice(-6)) || /gh[p]_\d|eyJ\w|k9k9/.test(it)) left.push(`${inside}: ${it.slice(-60)}`);
    }
  expect(left).toEqual([]);
});

test('no text makes it slow', () => {
  const random = new Random(5);
  const pieces = [
    'token',
    '=',
    '"',
    "'",
    ' ',
    'eyJ',
    '-',
    '.',
    'a.b',
    'sk-',
    '://',
    ':',
    '@',
    'bearer ',
    '--password ',
    '-----BEGIN ',
  ];
  for (let round = 0; round < 40; round += 1) {
    const some = Array.from({ length: 1 + random.below(4) }, () => random.pick(pieces));
    const text = some
      .join('')
      .repeat(64 * 1024)
      .slice(0, 64 * 1024);
    expect(
      cpuTime(() => maskText(text)),
      some.join('|'),
    ).toBeLessThan(1000);
  }
});
