// What stands around a value says that it is secret, where no name does.
import { expect, test } from 'vitest';
import { maskValue } from '../../../src/core/masking/masking';
import { cpuTime } from '../../support/cpuTime';

const part = 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X5dyHCVUhCM';

test.each([
  // Keys in JSON.
  [`{"kty":"EC","x":"f83OJ3D2xF1Bg8vub9","d":"${part}"}`, '{"kty":"EC","x":"f83OJ3D2xF1Bg8vub9","d":"[secret]"}'],
  [`{\n  "k": "${part}",\n  "kty": "oct"\n}`, '{\n  "k": "[secret]",\n  "kty": "oct"\n}'],
  [`{\\"kty\\":\\"RSA\\",\\"dp\\":\\"${part}\\"}`, '{\\"kty\\":\\"RSA\\",\\"dp\\":\\"[secret]\\"}'],
  // Secrets of Kubernetes, and not what stands beside them.
  [
    'kind: Secret\nmetadata:\n  name: db\ndata:\n  conn: cTdaazkz\n  a.txt: |\n    b25l\n    dHdv\n  empty: ""\ntype: Opaque\n',
    'kind: Secret\nmetadata:\n  name: db\ndata:\n  conn: [secret]\n  a.txt: |\n    [secret]\n    [secret]\n  empty: [secret]\ntype: Opaque\n',
  ],
  ['data:\n  conn: cTdaazkz\nkind: Secret\n', 'data:\n  conn: [secret]\nkind: Secret\n'],
  ['stringData:\n  conn: one two\n', 'stringData:\n  conn: [secret]\n'],
  ['stringData: {conn: one two}\n', 'stringData: {[secret]}\n'],
  ['stringData:\n  conn: {{ .Values.conn }}\n  b: ${B}\n', 'stringData:\n  conn: {{ .Values.conn }}\n  b: ${B}\n'],
  [
    'kind: ConfigMap\ndata:\n  a: one\n---\nkind: Secret\r\ndata:\r\n  a: b25l\r\n---\nkind: ConfigMap\ndata:\n  a: two\n',
    'kind: ConfigMap\ndata:\n  a: one\n---\nkind: Secret\r\ndata:\r\n  a: [secret]\r\n---\nkind: ConfigMap\ndata:\n  a: two\n',
  ],
  [
    'items:\n- apiVersion: v1\n  data:\n    a: b25l\n  kind: Secret\n- apiVersion: v1\n  data:\n    a: one\n  kind: ConfigMap\n',
    'items:\n- apiVersion: v1\n  data:\n    a: [secret]\n  kind: Secret\n- apiVersion: v1\n  data:\n    a: one\n  kind: ConfigMap\n',
  ],
  [
    '{"kind":"Secret","data":{"a":"b25l","b":"dHdv"},"type":"Opaque"}',
    '{"kind":"Secret","data":{"a":"[secret]","b":"[secret]"},"type":"Opaque"}',
  ],
  [
    '{"kind": "Secret",\n "stringData": {\n  "a": "x \\"y\\" z"\n }}',
    '{"kind": "Secret",\n "stringData": {\n  "a": "[secret]"\n }}',
  ],
  [
    '"{\\"data\\":{\\"a\\":\\"b25l\\"},\\"kind\\":\\"Secret\\"}"',
    '"{\\"data\\":{\\"a\\":\\"[secret]\\"},\\"kind\\":\\"Secret\\"}"',
  ],
  // Rows of SQL.
  [
    "INSERT INTO users (name, email, password) VALUES ('bob', 'b@x.org', 'hunter2');",
    "INSERT INTO users (name, email, password) VALUES ('bob', 'b@x.org', '[secret]');",
  ],
  [
    "insert ignore into `a`.`b`(`pass`, n, `api_key`) values ('it''s', now(), 'x'), ('y', 2, 'z')",
    "insert ignore into `a`.`b`(`pass`, n, `api_key`) values ('[secret]', now(), '[secret]'), ('[secret]', 2, '[secret]')",
  ],
  // Cookies.
  [
    '"cookies":[{"name":"sid","value":"abc"}],"x":[{"value":"d"}]',
    '"cookies":[{"name":"sid","value":"[secret]"}],"x":[{"value":"d"}]',
  ],
  ['#HttpOnly_.a.com\tTRUE\t/\tTRUE\t17\tsid\tabc', '#HttpOnly_.a.com\tTRUE\t/\tTRUE\t17\tsid\t[secret]'],
  // What programs print, and code says.
  [
    'Key         Value\n---         -----\npassword    hunter2\nuser        bob',
    'Key         Value\n---         -----\npassword    [secret]\nuser        bob',
  ],
  [
    'A temporary password is generated for root@localhost: k&9Xz!p',
    'A temporary password is generated for root@localhost: [secret]',
  ],
  ['props.setProperty("db.password", "hunter2");', 'props.setProperty("db.password", "[secret]");'],
  ["DB_PASSWORD=$'hunter2'", "DB_PASSWORD=$'[secret]'"],
  ['$cred = ConvertTo-SecureString "hunter2" -AsPlainText', '$cred = ConvertTo-SecureString "[secret]" -AsPlainText'],
  ['<password>{AQAAABAAAAAQq7Zk93=}</password>', '<password>[secret]}</password>'],
  ['client-key-data: LS0tLS1CRUdJTiBSU0E=', 'client-key-data: [secret]'],
  ['password: &pw hunter2', 'password: &pw [secret]'],
  ['password: !!str hunter2', 'password: !!str [secret]'],
  ['password = """hunter2"""', 'password = """[secret]"""'],
  ['{"Type":"SecureString","Value":"hunter2"}', '{"Type":"SecureString","Value":"[secret]"}'],
  ['"identitytoken":"q7Zk93LmXw2Tb8RvNc51"', '"identitytoken":"[secret]"'],
])('%j', (text, masked) => {
  expect(maskValue(text)).toBe(masked);
  expect(maskValue(masked)).toBe(masked);
});

test.each([
  '{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQ","e":"AQAB","kid":"2011-04-29"}',
  `{"d":"${part}","k":"${part}"}`,
  'kind: ConfigMap\ndata:\n  conn: aGVsbG8gd29ybGQ=\n',
  'kind: Secret\nmetadata:\n  name: db\n  namespace: prod\ntype: Opaque\n',
  'kind: SealedSecret\nspec:\n  data:\n    a: x\n',
  '{"kind":"ConfigMap","data":{"a":"one"}}',
  "INSERT INTO users (name, email) VALUES ('bob', 'b@x.org');",
  'INSERT INTO users (name, password) VALUES ($1, $2), (?, ?), (:name, :password)',
  "INSERT INTO users (name, password) VALUES ('bob', '')",
  'setError("password", "Password is required")',
  'password    the new one',
  'password for bob: [sudo]',
  'token: Token = lexer.next_token()',
  'a.b\tTRUE\t1',
])('%j stays', text => {
  expect(maskValue(text)).toBe(text);
});

test('members of an object', () => {
  expect(maskValue({ kind: 'Secret', data: { a: 'b25l' }, stringData: { b: 'x' }, type: 'Opaque' })).toEqual({
    kind: 'Secret',
    data: { a: '[secret]' },
    stringData: { b: '[secret]' },
    type: 'Opaque',
  });
  expect(maskValue({ kty: 'OKP', d: part, x: 'y' })).toEqual({ kty: 'OKP', d: '[secret]', x: 'y' });
  expect(maskValue({ cookies: [{ name: 'sid', value: 'abc' }] })).toEqual({
    cookies: [{ name: 'sid', value: '[secret]' }],
  });
  expect(maskValue({ kind: 'ConfigMap', data: { a: 'x' }, d: part })).toEqual({
    kind: 'ConfigMap',
    data: { a: 'x' },
    d: part,
  });
});

test.each([
  ['"cookies":[', ''],
  ["insert into t(password)values('", ''],
  ["('a', ", "insert into t(password)values('x'), "],
  ['"data":{"a":"', '"kind":"Secret"'],
  ['\\"data\\":{\\"a\\":\\"', '"kind":"Secret"'],
  ['  a: b\n', 'kind: Secret\ndata:\n'],
  ['---\nkind: Secret\ndata:\n', ''],
  ['"d":"aaaaaaaaaaaaaaaaaaa', '"kty"'],
  ['setProperty("password", "', ''],
  ['password for a', ''],
  ['a.b\tTRUE\t/\tTRUE\t1\t', ''],
  ['password  ', 'Key  Value\n---\n'],
])('a megabyte of %j is read in one go', (piece, before) => {
  const text = before + piece.repeat(1_000_000 / piece.length);
  expect(cpuTime(() => maskValue(text))).toBeLessThan(2000);
});
