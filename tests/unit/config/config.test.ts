import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';
import { EXIT } from '#src/lib/errors.ts';

describe('getConfig', () => {
  it('has a default for every setting', () => {
    expect(getConfig({})).toEqual({
      state: resolve('var'),
      brands: resolve('brands'),
      isOwnSite: false,
      upstream: undefined,
      port: 4321,
      proxies: [],
      development: false,
      pseudo: false,
      drainSeconds: 0,
      compressesWhenIdle: true,
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

  it('uses the own brands in the state folder, unless LECTERN_BRANDS is set or none is complete', () => {
    const state = mkdtempSync(join(tmpdir(), 'lectern-own-brands-'));
    mkdirSync(join(state, 'brands/.new-acme'), { recursive: true });
    expect(getConfig({ LECTERN_STATE: state })).toMatchObject({ brands: resolve('brands'), isOwnSite: false });
    mkdirSync(join(state, 'brands/acme'));
    expect(getConfig({ LECTERN_STATE: state })).toMatchObject({ brands: join(state, 'brands'), isOwnSite: true });
    const both = { LECTERN_STATE: state, LECTERN_BRANDS: '/brands' };
    expect(getConfig(both)).toMatchObject({ brands: '/brands', isOwnSite: false });
    rmSync(state, { recursive: true });
  });

  it('reads settings from the environment', () => {
    const env = {
      LECTERN_STATE: '/s',
      LECTERN_UPSTREAM: 'https://api.example.com/',
      PORT: '0',
      LECTERN_PROXIES: ' a, b,',
      LECTERN_WORKER: 'off',
      LECTERN_COMPRESS: 'off',
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
      compressesWhenIdle: false,
      pushKeys: new Map([
        ['one', 'a-b_c'],
        ['two', 'd'],
      ]),
    });
  });

  it.each([
    [{ LECTERN_BRANDS: '/brands' }, { brands: '/brands' }],
    [{ LECTERN_PROXY_CONFIG: '--out /etc/proxy' }, { proxyConfig: '--out /etc/proxy' }],
    [{ LECTERN_PROXY_RELOAD: 'reload it' }, { proxyReload: 'reload it' }],
    [{ LECTERN_RELEASES: 's3://bucket/folder' }, { releases: 's3://bucket/folder' }],
    [{ LECTERN_POSTGRES: 'postgres://db/lectern' }, { postgres: 'postgres://db/lectern', store: undefined }],
    [{ LECTERN_STORE: 'postgres://db/lectern' }, { store: 'postgres://db/lectern', postgres: undefined }],
    [{ LECTERN_METRICS: '9464' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
    [{ LECTERN_QUEUE: 'on' }, { queue: true }],
    [{ LECTERN_QUEUE: 'off' }, { queue: false }],
    [{ NODE_ENV: 'development' }, { development: true }],
    [{ NODE_ENV: 'production' }, { development: false }],
    [{ LECTERN_PSEUDO: 'true' }, { pseudo: true }],
    [{ LECTERN_PSEUDO: 'false' }, { pseudo: false }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ LECTERN_UPSTREAM: 'http://127.0.0.1:4322' }, { upstream: 'http://127.0.0.1:4322' }],
    [{ LECTERN_RENDER_WAIT: '1' }, { renderWaitMs: 1 }],
    [{ LECTERN_RENDER_WAIT: '1500' }, { renderWaitMs: 1500 }],
    [{ LECTERN_RENDER_WAIT: '3600000' }, { renderWaitMs: 3_600_000 }],
    [{ LECTERN_DRAIN_SECONDS: '300' }, { drainSeconds: 300 }],
    [{ LECTERN_DRAIN_SECONDS: '12.25' }, { drainSeconds: 12.25 }],
  ])('reads %j as %j', (env, expected) => expect(getConfig(env)).toMatchObject(expected));

  it('treats an empty environment variable as unset', () => {
    const names = 'STATE BRANDS UPSTREAM PROXIES RENDER_WAIT PROXY_CONFIG PROXY_RELOAD DRAIN_SECONDS RELEASES STORE';
    const env = Object.fromEntries(names.split(' ').map((name) => [`LECTERN_${name}`, '']));
    expect(getConfig({ ...env, PORT: '' })).toStrictEqual(getConfig({}));
  });

  it.each(['0', '3600001', '12345678', '-1', '+5', '1.5', '1e3', ' 5', 'x'])(
    'rejects a page wait of %j milliseconds',
    (text) => {
      expect(() => getConfig({ LECTERN_RENDER_WAIT: text })).toThrow(
        `LECTERN_RENDER_WAIT is "${text}". Give whole milliseconds from 1 to 3600000.`,
      );
    },
  );

  it.each(['301', '300.5', '-1', '+5', '1e1', '5.', '.5', ' 5', 'x'])('rejects a drain time of %j seconds', (text) => {
    expect(() => getConfig({ LECTERN_DRAIN_SECONDS: text })).toThrow(
      `LECTERN_DRAIN_SECONDS is "${text}". Give a number from 0 to 300.`,
    );
  });

  it('names the setting of an invalid database URL, without its value', () => {
    for (const name of ['LECTERN_POSTGRES', 'LECTERN_STORE'])
      expect(() => getConfig({ [name]: 'mysql://secret@db' })).toThrow(
        new RegExp(`^(?!.*secret)${name} is not the address of a PostgreSQL database`),
      );
  });

  it.each([
    [{ PORT: '70000' }, /PORT is "70000".*0 to 65535/],
    [{ PORT: '-1' }, /PORT/],
    [{ PORT: 'x' }, /PORT/],
    [{ LECTERN_UPSTREAM: 'api.example.com' }, /LECTERN_UPSTREAM is "api\.example\.com"/],
    [{ PORT: '1e3' }, /PORT is "1e3"/],
    [{ LECTERN_UPSTREAM: 'ftp://api.example.com' }, /LECTERN_UPSTREAM is .* not an http address/],
    [{ LECTERN_UPSTREAM: 'xhttp://api.example.com' }, /LECTERN_UPSTREAM is .* not an http address/],
    [{ LECTERN_UPSTREAM: 'https://me@api.example.com' }, /contains a user or password/],
    [{ LECTERN_UPSTREAM: 'https://:secret@api.example.com' }, /^(?!.*secret).*contains a user or password/],
    [{ LECTERN_UPSTREAM: 'https://api.example.com/v2' }, /contains \/v2, but.*Give https:\/\/api\.example\.com,/],
    [{ LECTERN_UPSTREAM: 'https://api.example.com/?key=1' }, /contains \/\?key=1, but/],
    [{ LECTERN_UPSTREAM: 'https://me:secret@api.example.com' }, /^(?!.*secret).*contains a user or password/],
  ])('rejects %j as an invalid configuration', (env, message) => {
    expect(() => getConfig(env)).toThrow(message);
    expect(() => getConfig(env)).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
  });
});

describe('the settings for server-side measurement', () => {
  const configWith = (secrets: string, url?: string) =>
    getConfig({ LECTERN_MEASUREMENT_SECRETS: secrets, ...(url !== undefined && { LECTERN_MEASUREMENT_URL: url }) })
      .measurement;

  it('contain a secret for each measurement id, and a custom or the default URL', () => {
    expect(configWith('')).toBeUndefined();
    expect(configWith('G-A=one, G-B=two')).toEqual({
      endpoint: 'https://www.google-analytics.com/mp/collect',
      secrets: new Map([
        ['G-A', 'one'],
        ['G-B', 'two'],
      ]),
    });
    expect(configWith('G-A=one', 'http://127.0.0.1:9/collect')?.endpoint).toBe('http://127.0.0.1:9/collect');
  });

  it.each(['G-A', 'G-A=', '=one', 'G-A=one=two', 'G-A=one,'])(
    'reject the secrets %j without repeating them',
    (secrets) => {
      expect(() => configWith(secrets)).toThrow('LECTERN_MEASUREMENT_SECRETS is not a list such as');
      expect(() => configWith(secrets)).not.toThrow('one');
    },
  );

  it.each(['collect', 'file:///etc/passwd', 'ftp://example.com/', 'xhttp://example.com/'])(
    'reject the URL %s',
    (url) => {
      expect(() => configWith('G-A=one', url)).toThrow(
        `LECTERN_MEASUREMENT_URL is "${url}", which is not an http address.`,
      );
    },
  );
});
