import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getConfig } from '#src/lib/config.ts';
import { EXIT } from '#src/lib/errors.ts';

describe('getConfig', () => {
  it('has a default for everything', () => {
    expect(getConfig({})).toEqual({
      state: resolve('var'),
      brands: resolve('brands'),
      upstream: undefined,
      port: 4321,
      proxies: [],
      development: false,
      pseudo: false,
      drainSeconds: 0,
      serviceWorker: true,
      pushKeys: new Map(),
      nightHooks: {},
      queue: false,
      admin: { port: '4400' },
      mail: { folder: resolve('var/api/mail') },
      oidc: undefined,
      site: undefined,
    });
  });

  it('takes what the environment says', () => {
    const env = {
      LECTERN_STATE: '/s',
      LECTERN_UPSTREAM: 'https://api.example.com/',
      PORT: '0',
      LECTERN_PROXIES: ' a, b,',
      LECTERN_WORKER: 'off',
      LECTERN_DRAIN_SECONDS: '2.5',
      LECTERN_PUSH_KEYS: 'one=a-b_c, two=d',
    };
    expect(getConfig(env)).toMatchObject({
      state: '/s',
      upstream: 'https://api.example.com',
      port: 0,
      proxies: ['a', 'b'],
      drainSeconds: 2.5,
      serviceWorker: false,
      pushKeys: new Map([
        ['one', 'a-b_c'],
        ['two', 'd'],
      ]),
    });
  });

  it.each([
    [{ PORT: '70000' }, /PORT is "70000".*0 to 65535/],
    [{ PORT: '-1' }, /PORT/],
    [{ PORT: 'x' }, /PORT/],
    [{ LECTERN_UPSTREAM: 'api.example.com' }, /LECTERN_UPSTREAM is "api\.example\.com"/],
    [{ LECTERN_UPSTREAM: 'ftp://api.example.com' }, /LECTERN_UPSTREAM/],
    [{ LECTERN_UPSTREAM: 'https://api.example.com/v2' }, /has \/v2 behind.*Give https:\/\/api\.example\.com,/],
    [{ LECTERN_UPSTREAM: 'https://api.example.com/?key=1' }, /has \/\?key=1 behind/],
    [{ LECTERN_UPSTREAM: 'https://me:secret@api.example.com' }, /^(?!.*secret).*has a user or password/],
  ])('refuses %o as wrong configuration', (env, message) => {
    expect(() => getConfig(env)).toThrow(message);
    expect(() => getConfig(env)).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
  });
});

describe('measurement by the server', () => {
  const given = (secrets: string, url?: string) =>
    getConfig({ LECTERN_MEASUREMENT_SECRETS: secrets, ...(url !== undefined && { LECTERN_MEASUREMENT_URL: url }) })
      .measurement;

  it('has a secret for each id, and an address of its own or the usual one', () => {
    expect(given('')).toBeUndefined();
    expect(given('G-A=one, G-B=two')).toEqual({
      endpoint: 'https://www.google-analytics.com/mp/collect',
      secrets: new Map([
        ['G-A', 'one'],
        ['G-B', 'two'],
      ]),
    });
    expect(given('G-A=one', 'http://127.0.0.1:9/collect')?.endpoint).toBe('http://127.0.0.1:9/collect');
  });

  it.each(['G-A', 'G-A=', '=one', 'G-A=one=two', 'G-A=one,'])(
    'is refused with the secrets %j, which are not told',
    (secrets) => {
      expect(() => given(secrets)).toThrow('LECTERN_MEASUREMENT_SECRETS is no list such as');
      expect(() => given(secrets)).not.toThrow('one');
    },
  );

  it.each(['collect', 'file:///etc/passwd', 'ftp://example.com/'])('is not sent to %s', (url) => {
    expect(() => given('G-A=one', url)).toThrow(`LECTERN_MEASUREMENT_URL is "${url}", which is no http address.`);
  });
});
