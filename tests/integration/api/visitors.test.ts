import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { NOW, startApi, type TestApi } from './fixture.ts';

let api: TestApi;
let serial = 0;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.setNow(NOW));
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => api.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function register(more: object = {}): Promise<{ token: string; email: string; id: number }> {
  serial += 1;
  const email = `visitor${serial}@example.org`;
  const answer = await api.post(
    'auth.register',
    { email, password: 'correct horse', ...more },
    from(`10.0.0.${serial}`),
  );
  const { token, user } = answer.body.data.session;
  return { token, email, id: user.id };
}

/** The header in which our server forwards the visitor's IP address, to which rate limits apply. */
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('the API for accounts', () => {
  it('creates one account per email address, ignoring case and spaces around it', async () => {
    const { email } = await register();
    const again = await api.post('auth.register', { email: ` ${email.toUpperCase()} `, password: 'correct horse' });
    expect([again.status, again.body.errors[0].code, again.body.data]).toEqual([409, 'EMAIL_TAKEN', { session: null }]);
  });

  it('reveals at most five existing email addresses to one IP address, and then gives the same response for all email addresses', async () => {
    const { email } = await register();
    const attempt = (address: string) =>
      api.post('auth.register', { email: address, password: 'a guess, no more' }, from('10.9.0.1'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([409, 409, 409, 409, 409, 429, 429, 429]);
    const [forKnown, forUnknown] = [await attempt(email), await attempt('nobody-yet@example.org')];
    expect([forKnown.status, forKnown.body.errors[0].code]).toEqual([429, 'RATE_LIMITED']);
    expect([forUnknown.status, forUnknown.body]).toEqual([forKnown.status, forKnown.body]);
    expect(Number(forUnknown.headers.get('retry-after'))).toBeGreaterThan(3000);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    expect((await attempt('nobody-yet@example.org')).status).toBe(200);
  });

  it('allows any number of correct sign-ins from one IP address, and 60 incorrect sign-ins', async () => {
    const { email } = await register();
    const attempt = async (account: string, password: string) =>
      (await api.post('auth.login', { email: account, password }, from('10.9.0.2'))).status;
    const wrong = await Promise.all(
      Array.from({ length: 59 }, (_, index) => attempt(`nobody${index}@example.org`, 'a guess')),
    );
    expect(new Set(wrong)).toEqual(new Set([401]));
    for (let tries = 0; tries < 3; tries += 1) expect(await attempt(email, 'correct horse')).toBe(200);
    expect(await attempt('nobody60@example.org', 'a guess')).toBe(401);
    expect(await attempt(email, 'correct horse')).toBe(429);
  }, 120_000);

  it('rejects a short password and an invalid email address', async () => {
    const { status, body } = await api.post('auth.register', { email: 'nobody', password: 'short' });
    expect([status, body.errors.length]).toEqual([400, 2]);
  });

  it('accepts any password of 8 to 200 characters, and compares it exactly', async () => {
    for (const password of ['aaaabbbc', ' Spaces kept ', 'ÅÄÖ 密码 🔑🔑🔑', 'x'.repeat(200)]) {
      const { email } = await register({ password });
      const status = async (typed: string) =>
        (await api.post('auth.login', { email, password: typed }, from(`10.9.0.${serial}`))).status;
      expect([password, await status(password)]).toEqual([password, 200]);
      for (const other of [password.toLowerCase(), password.trim(), [...password].slice(0, -1).join('')])
        if (other !== password) expect([other, await status(other)]).toEqual([other, 401]);
    }
    expect((await api.post('auth.register', { email: 'l@example.org', password: 'x'.repeat(201) })).status).toBe(400);
  });

  it('stores neither the password nor the token in clear text', async () => {
    const { token, id } = await register();
    const row = await api.store.visitors.one(
      sql`SELECT u.password, a.token, r.token AS refresh FROM users u JOIN sessions s ON s.user_id = u.id
       JOIN access_tokens a ON a.session_id = s.id JOIN refresh_tokens r ON r.session_id = s.id WHERE u.id = ${id}`,
    );
    expect(row['password']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row['token']).toMatch(/^[\da-f]{64}$/);
    expect([row['token'], row['refresh']]).not.toContain(token);
  });

  it('uses the submitted name, or else the local part of the email address', async () => {
    const name = async (token: string) => (await api.get('user.profile', {}, bearer(token))).body.data.user.name;
    const first = await register();
    expect(await name(first.token)).toBe(first.email.split('@')[0]);
    expect(await name((await register({ name: ' Mo ' })).token)).toBe('Mo');
  });
});

describe('sessions of visitors', () => {
  it('start with the correct password and end at sign-out', async () => {
    const { email } = await register();
    const login = await api.post('auth.login', { email, password: 'correct horse' }, from('10.1.0.1'));
    expect(login.body.data.session).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { email, coins: 0 },
    });
    const { token } = login.body.data.session;
    expect((await api.get('user.profile', {}, bearer(token))).body.data.user.email).toBe(email);
    expect((await api.post('auth.logout', undefined, bearer(token))).status).toBe(200);
    const after = await api.get('user.profile', {}, bearer(token));
    expect([after.status, after.body.errors[0].code, after.body.data]).toEqual([401, 'UNAUTHORIZED', { user: null }]);
  });

  it('expire after fifteen minutes unless renewed', async () => {
    const { token } = await register();
    api.setNow(new Date(NOW.getTime() + 899_000));
    expect((await api.get('user.profile', {}, bearer(token))).status).toBe(200);
    api.setNow(new Date(NOW.getTime() + 900_000));
    expect((await api.get('user.profile', {}, bearer(token))).status).toBe(401);
  });

  it('are refused with the same error for a wrong password as for an unknown email address', async () => {
    const { email } = await register();
    const wrong = await api.post('auth.login', { email, password: 'wrong' }, from('10.1.0.2'));
    const unknown = await api.post('auth.login', { email: 'nobody@example.org', password: 'wrong' }, from('10.1.0.2'));
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body]);
  });

  it('cannot be started for 15 minutes after ten failed sign-ins with the same email address', async () => {
    const { email } = await register();
    const attempt = (n: number, password = 'wrong') => api.post('auth.login', { email, password }, from(`10.2.0.${n}`));
    for (let n = 1; n <= 10; n += 1) expect((await attempt(n)).status).toBe(401);
    const refused = await attempt(11, 'correct horse');
    expect([refused.status, refused.body.errors[0].code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 });
    expect((await attempt(12, 'correct horse')).status).toBe(200);
  });

  it('can be started on a known device even while someone else guesses the password', async () => {
    const { email } = await register();
    const own = { 'device-uuid': 'own-device-1' };
    const attempt = (n: number, password: string, headers = {}) =>
      api.post('auth.login', { email, password }, { ...from(`10.4.0.${n}`), ...headers });
    expect((await attempt(200, 'correct horse', own)).status).toBe(200);
    const guess = (n: number) => attempt(n, 'wrong', { 'device-uuid': `guesser-${n}` });
    for (let n = 1; n <= 10; n += 1) expect((await guess(n)).status).toBe(401);
    expect((await guess(11)).status).toBe(429);
    expect((await attempt(201, 'correct horse', own)).status).toBe(200);
    expect((await guess(12)).status).toBe(429);
  });

  it('cannot be started on a known device after ten failed sign-ins there', async () => {
    const { email } = await register();
    const attempt = (n: number, password: string) =>
      api.post('auth.login', { email, password }, { ...from(`10.5.0.${n}`), 'device-uuid': 'own-device-2' });
    expect((await attempt(200, 'correct horse')).status).toBe(200);
    for (let n = 1; n <= 10; n += 1) expect((await attempt(n, 'wrong')).status).toBe(401);
    expect((await attempt(11, 'correct horse')).status).toBe(429);
  });

  it('cannot be started after 60 failed sign-ins per IPv6 /64', async () => {
    const attempt = (_: unknown, n: number) =>
      api.post('auth.login', { email: `y${n}@example.org`, password: 'x' }, from(`2001:db8:7:7::${n.toString(16)}`));
    const answers = await Promise.all(Array.from({ length: 61 }, attempt));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(
      (await api.post('auth.login', { email: 'y@example.org', password: 'x' }, from('2001:db8:7:8::1'))).status,
    ).toBe(401);
  });

  it('cannot be started after 60 failed sign-ins per IP address', async () => {
    const attempt = (_: unknown, n: number) =>
      api.post('auth.login', { email: `x${n}@example.org`, password: 'x' }, from('10.3.0.1'));
    const answers = await Promise.all(Array.from({ length: 61 }, attempt));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('set Cache-Control: no-store in the response to every call with their token', async () => {
    const { token } = await register();
    expect((await api.get('user.profile', {}, bearer(token))).headers.get('cache-control')).toBe('no-store');
    expect((await api.get('book.list', {}, bearer(token))).headers.get('cache-control')).toBe('no-store');
    expect((await api.get('book.list')).headers.get('cache-control')).toBe('no-cache');
    expect((await api.get('book.list', {}, { authorization: 'Bearer ', 'device-uuid': '' })).status).toBe(200);
  });

  it.each(['user.profile', 'user.locked_books', 'user.recharges', 'user.vouchers'])(
    'are required for %s',
    async (call) => {
      expect((await api.get(call)).status).toBe(401);
      expect((await api.get(call, {}, bearer('not-a-token-at-all'))).status).toBe(401);
    },
  );

  it.each(['history.sync', 'auth.logout'])('are required for %s', async (call) => {
    expect((await api.post(call, { entries: [], removed: [] })).status).toBe(401);
  });
});
