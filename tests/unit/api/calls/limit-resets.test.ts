import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiConfig } from '#src/api/index.ts';
import { createMemoryLimiter } from '#src/api/visitors/rate-limits.ts';
import { type OpenApi, openApi } from '../../../integration/api/fixture.ts';

/** Uses of the limits, such as `consume signInByEmail local ann@example.org`. */
let uses: string[];

/** Creates limits that work as usual and add each call to `uses`. */
const createLimiter: NonNullable<ApiConfig['createLimiter']> = (options) => {
  const limiter = createMemoryLimiter(options);
  const logUse = (use: string, key: string | number) => uses.push(`${use} ${options.keyPrefix} ${key}`);
  return {
    consume(key) {
      logUse('consume', key);
      return limiter.consume(key);
    },
    get: (key) => limiter.get(key),
    reward(key) {
      logUse('restore', key);
      return limiter.reward(key);
    },
    delete(key) {
      logUse('reset', key);
      return limiter.delete(key);
    },
  };
};

const PASSWORD = 'a lamp beside nine rivers';
const ADDRESS = '192.0.2.7';
let api: OpenApi;
let accounts: string;
let token: string;
let user: number;

const call = (name: string, body: object, headers: Record<string, string> = {}) =>
  api.post(name, body, { 'x-forwarded-for': ADDRESS, ...headers });

beforeAll(async () => {
  uses = [];
  api = await openApi(undefined, { createLimiter });
  for (const email of ['ann@example.org', 'ben@example.org']) {
    const { body } = await call('auth.register', { email, password: PASSWORD });
    [token, user] = [body.data.session.token, body.data.session.user.id];
  }
  await call('auth.login', { email: 'ann@example.org', password: 'wrong' });
  const [, key = ''] = uses.findLast((use) => use.startsWith('consume signInByEmail'))?.split('signInByEmail ') ?? [];
  accounts = key.replace(' ann@example.org', '');
});
afterAll(() => api.close());
beforeEach(() => {
  uses = [];
});

describe('sign-in limits', () => {
  const begin = () => [`consume signInByAddress ${ADDRESS}`, `consume signInByEmail ${accounts} ann@example.org`];

  it.each([
    ['a wrong password', 'ann@example.org', 'wrong'],
    ['a different spelling of the address', '  ANN@Example.ORG ', 'wrong'],
  ])('count an attempt with %s, and are not reset by it', async (_name, email, password) => {
    expect((await call('auth.login', { email, password })).status).toBe(401);
    expect(uses).toEqual(begin());
  });

  it('are reset for the account by a correct password, which does not count as an attempt from the IP address', async () => {
    expect((await call('auth.login', { email: 'Ann@example.org', password: PASSWORD })).status).toBe(200);
    expect(uses).toEqual([
      ...begin(),
      `reset signInByEmail ${accounts} ann@example.org`,
      `restore signInByAddress ${ADDRESS}`,
    ]);
  });

  it('are reset only for the device by a correct password on a known device', async () => {
    const own = { 'device-uuid': 'own-device' };
    await call('auth.login', { email: 'ben@example.org', password: PASSWORD }, own);
    uses = [];
    await call('auth.login', { email: 'ben@example.org', password: PASSWORD }, own);
    const keys = uses.filter((use) => use.startsWith('reset'));
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(new RegExp(`^reset signInByKnownDevice ${accounts} ben@example\\.org \\S+$`));
  });

  it('count attempts for an unknown account like attempts for an existing account', async () => {
    expect((await call('auth.login', { email: 'nobody@example.org', password: PASSWORD })).status).toBe(401);
    expect(uses).toEqual([
      `consume signInByAddress ${ADDRESS}`,
      `consume signInByEmail ${accounts} nobody@example.org`,
    ]);
  });
});

describe('the limit for incorrect passwords of signed-in visitors', () => {
  const signedIn = () => ({ authorization: `Bearer ${token}` });

  it.each(['user.change_password', 'user.delete'])('counts a wrong password in %s', async (name) => {
    const credentials =
      name === 'user.delete' ? { secret: 'wrong' } : { current: 'wrong', password: `${PASSWORD} again` };
    expect((await call(name, credentials, signedIn())).status).toBe(403);
    expect(uses).toEqual([`consume secretByUser ${user}`]);
  });

  it('is reset after a correct password', async () => {
    const password = `${PASSWORD} again`;
    expect((await call('user.change_password', { current: PASSWORD, password }, signedIn())).status).toBe(200);
    expect(uses).toEqual([`consume secretByUser ${user}`, `reset secretByUser ${user}`]);
  });
});

describe('limits for registrations and password resets', () => {
  it('are not reset by a successful or failed registration', async () => {
    await call('auth.register', { email: 'cid@example.org', password: PASSWORD });
    await call('auth.register', { email: 'cid@example.org', password: PASSWORD });
    expect(uses).toEqual([
      `consume registerByAddress ${ADDRESS}`,
      `consume registerByAddress ${ADDRESS}`,
      `consume takenByAddress ${ADDRESS}`,
    ]);
  });

  it('are not reset by a password reset', async () => {
    await call('auth.reset_request', { email: 'ann@example.org' });
    await call('auth.reset', { token: 't'.repeat(43), password: PASSWORD });
    expect(uses).toEqual([`consume resetByAddress ${ADDRESS}`, `consume resetByAddress ${ADDRESS}`]);
  });
});
