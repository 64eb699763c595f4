import { describe, expect, it } from 'vitest';
import { webTarget } from '../../../../webview-ui/card/bodies/webTarget';

describe('the host of an address', () => {
  it.each([
    ['https://example.org/a?b', 'example.org', []],
    ['https://p\u0430ypal.com', 'xn--pypal-4ve.com', ['encoded', 'lookalike']],
    ['https://b\u00fccher.example', 'xn--bcher-kva.example', ['encoded']],
    ['https://google.com@evil.example/', 'evil.example', ['credentials']],
    ['http://localhost:8080/', 'localhost:8080', ['plain', 'port']],
    ['https://192.168.0.1/', '192.168.0.1', ['address']],
    ['https://0x7f.1/', '127.0.0.1', ['address']],
    ['https://[::1]/', '[::1]', ['address']],
  ])('%s is %s', (url, host, warnings) => {
    expect(webTarget(url)).toMatchObject({ host, warnings });
  });

  it('of what is no address is not known', () => {
    expect(webTarget('not a url')).toBeUndefined();
  });
});
