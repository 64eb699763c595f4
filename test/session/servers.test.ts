// Where a server wants a person to sign in is looked at before a browser is given it.
import { expect, test } from 'vitest';
import { Servers } from '../../src/session/servers';
import { asString, type JsonObject } from '../../src/core/base/json';

test.each([
  ['https://login.example/x', ['mcp_authenticate', 'https://login.example/x', 'mcp_reconnect']],
  ['http://127.0.0.1:8000/x', ['mcp_authenticate', 'http://127.0.0.1:8000/x', 'mcp_reconnect']],
  [undefined, ['mcp_authenticate', 'mcp_reconnect']],
])('%s is opened, and the server connected anew', async (authUrl, expected) => {
  const { done, servers } = opened(authUrl === undefined ? {} : { authUrl });
  await servers.signIn('toy', address => Promise.resolve(done.push(address) > 0));
  expect(done).toEqual(expected);
});

test.each(['command:workbench.action.terminal.new', 'file:///etc/passwd', 'vscode://x', 'nonsense'])(
  '%s is not opened',
  async authUrl => {
    const { done, servers } = opened({ authUrl });
    await expect(servers.signIn('toy', address => Promise.resolve(done.push(address) > 0))).rejects.toThrow('toy');
    expect(done).toEqual(['mcp_authenticate']);
  },
);

test('who does not come back from the page leaves the server as it is', async () => {
  const { done, servers } = opened({ authUrl: 'https://login.example/x' });
  await servers.signIn('toy', () => Promise.resolve(false));
  expect(done).toEqual(['mcp_authenticate']);
});

function opened(reply: JsonObject): { readonly done: string[]; readonly servers: Servers } {
  const done: string[] = [];
  const ask = (request: JsonObject): Promise<JsonObject> => {
    done.push(asString(request['subtype']) ?? 'nothing');
    return Promise.resolve(reply);
  };
  return { done, servers: new Servers({ ask }) };
}
