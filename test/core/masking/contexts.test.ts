// A secret is known by its name wherever the two stand, and what has another name stays there.
import { describe, expect, test } from 'vitest';
import { asString } from '../../../src/core/base/json';
import { maskValue } from '../../../src/core/masking/masking';

const masked = (text: string): string => asString(maskValue(text)) ?? '';

/** `N` stands for the name, `V` for the value. */
const ofVariables: readonly string[] = [
  'N=V',
  'export N=V',
  'N="V" npm start',
  'env N=V sh x',
  'set N=V',
  'setenv N V',
  '$env:N="V"',
  'docker run -e N=V img',
  "docker run --env N='V' img",
  'heroku config:set N=V',
  'echo "N=V" >> .env',
  'PORT=1\nN=V\nDEBUG=1',
  '  N: V',
  '  - N=V',
  '- name: N\n  value: "V"',
  '{"name":"N","value":"V"}',
  '{"N": "V"}',
  'ENV N=V',
  'ENV N V',
  "process.env.N = 'V'",
  'os.environ["N"] = "V"',
  'const N = "V";',
  "N = 'V'",
  '#define N "V"',
];
const ofMembers: readonly string[] = [
  'N: V',
  'N: "V"',
  'N = "V"',
  'N=V',
  '{"N":"V"}',
  "{ N: 'V', user: 'me' }",
  "'N' => 'V',",
  "const N = 'V';",
  'N := "V"',
  "this.N = 'V';",
  'config[\'N\'] = "V"',
  'f(user="u", N="V")',
  'tool --N V',
  'tool --N=V x',
  "tool --N 'V'",
  'curl -d \'{"N":"V"}\' h',
  'curl -d "N=V" h',
  'curl -F N=V h',
  '"{\\"N\\":\\"V\\"}"',
  '<N>V</N>',
  'app.N=V',
  'java -Dapp.N=V -jar x',
  '[section]\nN = V\n',
  'helm install --set auth.N=V c',
];

const secretVariables =
  'DB_PASS DB_PASSWORD MYSQL_PWD API_KEY SECRET_KEY_BASE ENCRYPTION_KEY AUTH_TOKEN CLIENT_SECRET AWS_SECRET_ACCESS_KEY KEY_PASSPHRASE ROOT_PASSWD OAUTH_CREDENTIAL REDIS_AUTH SESSION_COOKIE SIGNING_KEY MASTER_KEY';
const secretMembers =
  'password db_password apiKey api_key secret clientSecret accessToken auth_token passphrase secretKey private_key encryption_key token passwd userPassword';
const otherVariables =
  'DB_HOST PORT KEY_ID TOKEN_URL SECRET_NAME PASSWORD_FILE COOKIE_DOMAIN AUTH_TYPE MAX_TOKENS PUBLIC_KEY_PATH SORT_KEY CACHE_KEY BYPASS COMPASS AUTHOR KEYBOARD TOKENIZER PASSENGER';
const otherMembers =
  'user key_id tokenUrl secretName password_file cookieDomain authType max_tokens publicKeyPath sort_key cacheKey author keyboard tokenizer foreign_key primaryKey hotkey';

const secrets = ['hunter2', 's3cr3t!', 'Zx9Cv8Bn7Mm6', 'correct-horse-1', 'a1b2c3d4e5f60718', 'kQ7/xY2+zB8='];
const others = ['main', 'localhost', 'value1', 'eu-west-1', 'my-name'];

function texts(context: string, names: string, values: readonly string[]): readonly (readonly [string, string])[] {
  const filled = (name: string, value: string): string =>
    context.replaceAll(/\b[NV]\b/g, sign => (sign === 'N' ? name : value));
  return names.split(' ').flatMap(name => values.map(value => [filled(name, value), value] as const));
}

describe.each([
  ['a variable', ofVariables, secretVariables, otherVariables],
  ['a member', ofMembers, secretMembers, otherMembers],
] as const)('%s', (_, contexts, secretNames, otherNames) => {
  test.each(contexts)('%j', context => {
    const left = texts(context, secretNames, secrets).filter(([text, value]) => masked(text).includes(value));
    expect(left.map(([text]) => text)).toEqual([]);
    const wrong = texts(context, otherNames, others).filter(([text]) => masked(text) !== text);
    expect(wrong.map(([text]) => text)).toEqual([]);
  });
});
