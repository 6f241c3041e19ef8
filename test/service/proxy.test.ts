import { describe, expect, it } from 'vitest';
import { proxyFor } from '../../src/service/proxy.ts';

const ORIGIN = 'https://mail.example.com';
const PROXY = { https_proxy: 'http://proxy.example.com:3128' };

describe('which proxy is used', () => {
  it.each([
    ['none without a variable', ORIGIN, {}, null],
    ['none with an empty one', ORIGIN, { HTTPS_PROXY: ' ' }, null],
    ['that of https for https', ORIGIN, { ...PROXY, http_proxy: 'http://other.example.com' }, 'https_proxy'],
    ['that for http', 'http://mail.example.com', { ...PROXY, HTTP_PROXY: 'http://o.example.com' }, 'HTTP_PROXY'],
    ['not that of http for https', ORIGIN, { HTTP_PROXY: 'http://other.example.com' }, null],
    ['that of both, after that of https', ORIGIN, { all_proxy: 'http://other.example.com', ...PROXY }, 'https_proxy'],
    ['that of both, where there is no other', ORIGIN, { ALL_PROXY: 'http://other.example.com' }, 'ALL_PROXY'],
    ['lower case first, as with curl', ORIGIN, { HTTPS_PROXY: 'http://other.example.com', ...PROXY }, 'https_proxy'],
    ['none for this machine', 'http://127.0.0.1:8080', { http_proxy: 'http://proxy.example.com' }, null],
    ['none for localhost', 'https://localhost', PROXY, null],
    ['none for an excluded host', ORIGIN, { ...PROXY, NO_PROXY: 'other.test,mail.example.com' }, null],
    ['none for a host below an excluded domain', ORIGIN, { ...PROXY, no_proxy: 'example.com' }, null],
    ['none where all are excluded', ORIGIN, { ...PROXY, NO_PROXY: '*' }, null],
    ['none for an excluded port', ORIGIN, { ...PROXY, NO_PROXY: '.example.com:443' }, null],
    ['one for another port', ORIGIN, { ...PROXY, NO_PROXY: '*.example.com:8443' }, 'https_proxy'],
    ['one for a host whose name only ends alike', ORIGIN, { ...PROXY, NO_PROXY: 'ample.com' }, 'https_proxy'],
  ])('%s', (_what, origin, env, expected) => {
    const proxy = proxyFor(origin, env);
    expect(proxy === null ? null : 'variable' in proxy && proxy.variable).toBe(expected);
  });

  it('a name without a scheme is an HTTP proxy', () => {
    expect(proxyFor(ORIGIN, { HTTPS_PROXY: 'proxy.example.com:3128' })).toEqual({
      url: 'http://proxy.example.com:3128',
      host: 'proxy.example.com:3128',
      variable: 'HTTPS_PROXY',
    });
  });

  it('what is shown holds no password', () => {
    const proxy = proxyFor(ORIGIN, { HTTPS_PROXY: 'http://jane:s3cret@proxy.example.com:3128' });
    expect(proxy).toMatchObject({ host: 'proxy.example.com:3128' });
  });

  it.each(['socks5://proxy.example.com', 'http://', 'a b'])('%j is not the URL of an HTTP proxy', (value) => {
    expect(proxyFor(ORIGIN, { HTTPS_PROXY: value })).toEqual({ unusable: 'HTTPS_PROXY' });
  });
});
