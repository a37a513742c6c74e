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
