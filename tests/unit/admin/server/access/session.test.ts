import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actsOf } from '#src/admin/server/access/roles.ts';
import { setPassword } from '#src/api/store/visitors/accounts.ts';
import { endSessions } from '#src/api/store/visitors/sessions.ts';
import { revokeRole } from '#src/api/store/visitors/staff.ts';
import { recordingLog } from '../../../../helpers/recording-log.ts';
import { watchedLimiter } from '../../../../helpers/watched-limiter.ts';
import { PASSWORD, startAdmin, type TestAdmin } from '../fixture.ts';

/** Accounts that sign in with only a password. */
const WITHOUT_SECOND_FACTOR = { secondFactor: false };

let test: TestAdmin;
beforeEach(async () => {
  test = await startAdmin(undefined, {}, WITHOUT_SECOND_FACTOR);
});
afterEach(() => test.close());

const signIn = (email: string, password: string, headers = {}) =>
  test.ask('POST', '/api/session', { body: { email, password }, headers });

/** The cookie in a Set-Cookie header, as browsers send it back. */
const cookieOf = (headers: Readonly<Record<string, unknown>>) => String(headers['set-cookie']).split(';')[0];

describe('an admin session', () => {
  it('starts with email and password, and ends on sign-out', async () => {
    const { status, body, headers } = await signIn(' Owner@Example.org ', PASSWORD);
    expect([status, body]).toEqual([
      200,
      {
        user: {
          id: test.staff.owner,
          email: 'owner@example.org',
          name: 'owner',
          role: 'owner',
          hasSecondFactor: false,
        },
        acts: actsOf('owner'),
        second_factor_required: true,
      },
    ]);
    expect(headers['set-cookie']).toMatch(
      /^lectern_admin=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const cookie = cookieOf(headers);
    expect((await test.ask('GET', '/api/session', { headers: { cookie } })).body).toEqual(body);
    const ended = await test.ask('DELETE', '/api/session', { headers: { cookie } });
    expect([ended.status, ended.headers['set-cookie']]).toEqual([
      204,
      expect.stringContaining('lectern_admin=; Max-Age=0'),
    ]);
    expect((await test.ask('GET', '/api/session', { headers: { cookie } })).status).toBe(401);
  });

  it('is rejected with the same error for a wrong password, an unknown address and an account without a role', async () => {
    await revokeRole(test.store.visitors, test.staff.editor);
    const answers = await Promise.all([
      signIn('owner@example.org', 'wrong'),
      signIn('nobody@example.org', PASSWORD),
      signIn('editor@example.org', PASSWORD),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [401, 'wrong_credentials'],
      [401, 'wrong_credentials'],
      [401, 'wrong_credentials'],
    ]);
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
  });

  it('has a cookie limited to HTTPS and this host if the admin is served over HTTPS', async () => {
    await test.close();
    test = await startAdmin(undefined, { origin: 'https://admin.example.com' }, WITHOUT_SECOND_FACTOR);
    const headers = { host: 'admin.example.com', origin: 'https://admin.example.com' };
    const answer = await signIn('owner@example.org', PASSWORD, headers);
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-lectern_admin=[\w-]{43}; .*Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    const cookie = cookieOf(answer.headers);
    expect((await test.ask('GET', '/api/session', { headers: { ...headers, cookie } })).status).toBe(200);
  });

  it('ends after twelve hours without a request, and after a week at the latest', async () => {
    const start = Date.parse('2026-06-01T12:00:00Z');
    const cookie = `lectern_admin=${await test.sessionOf('owner')}`;
    const statusAfter = async (hours: number) => {
      test.setNow(new Date(start + hours * 3_600_000));
      return (await test.ask('GET', '/api/session', { headers: { cookie } })).status;
    };
    for (let hours = 0; hours < 7 * 24; hours += 11) expect([hours, await statusAfter(hours)]).toEqual([hours, 200]);
    expect(await statusAfter(7 * 24 + 1)).toBe(401);
    test.setNow(new Date(start));
    const idle = `lectern_admin=${await test.sessionOf('owner')}`;
    test.setNow(new Date(start + 13 * 3_600_000));
    expect((await test.ask('GET', '/api/session', { headers: { cookie: idle } })).status).toBe(401);
  });

  it('ends when the role is revoked or the password is reset', async () => {
    const [editor, owner] = [await test.sessionOf('editor'), await test.sessionOf('owner')];
    const status = async (token: string) =>
      (await test.ask('GET', '/api/session', { headers: { cookie: `lectern_admin=${token}` } })).status;
    expect([await status(editor), await status(owner)]).toEqual([200, 200]);
    await revokeRole(test.store.visitors, test.staff.editor);
    await setPassword(test.store.visitors, test.staff.owner, 'another');
    await endSessions(test.store.visitors, test.staff.owner);
    expect([await status(editor), await status(owner)]).toEqual([401, 401]);
  });

  it('replaces the previous session of the same browser', async () => {
    const before = await test.sessionOf('owner');
    const { headers } = await signIn('owner@example.org', PASSWORD, { cookie: `lectern_admin=${before}` });
    const status = async (cookie: string | undefined) =>
      (await test.ask('GET', '/api/session', { headers: { cookie } })).status;
    expect([await status(`lectern_admin=${before}`), await status(cookieOf(headers))]).toEqual([401, 200]);
  });

  it.each(['', 'a b', 'a;b', 'x'.repeat(101)])('is not found for the malformed cookie %j', async (token) => {
    const { status, body } = await test.ask('GET', '/api/session', { headers: { cookie: `lectern_admin=${token}` } });
    expect([status, body.error.code]).toEqual([401, 'signed_out']);
  });

  it('cannot start with an email or password that is not text or too long', async () => {
    for (const body of [
      { email: 'owner@example.org' },
      { email: 1, password: PASSWORD },
      { email: `${'a'.repeat(250)}@example.org`, password: PASSWORD },
      { email: 'owner@example.org', password: 'x'.repeat(201) },
      { email: 'owner@example.org', password: PASSWORD, code: '1'.repeat(41) },
    ])
      expect((await test.ask('POST', '/api/session', { body })).status).toBe(422);
  });

  it('is logged with its account and network address, and so are rejected sign-ins', async () => {
    await test.close();
    const { log, lines } = recordingLog();
    test = await startAdmin(undefined, { log }, WITHOUT_SECOND_FACTOR);
    await signIn('owner@example.org', PASSWORD);
    await signIn('owner@example.org', 'wrong');
    await signIn('nobody@example.org', PASSWORD);
    const entries = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.includes('admin'))
      .map(({ level, msg, user, role, address }) => ({ level, msg, user, role, address }));
    const address = '127.0.0.1';
    const refused = { level: 'warn', msg: 'a sign-in to the admin was refused', role: undefined, address };
    const { owner } = test.staff;
    expect(entries).toEqual([
      { level: 'info', msg: 'signed in to the admin', user: owner, role: 'owner', address },
      { ...refused, user: owner },
      { ...refused, user: undefined },
    ]);
  });

  it('does not start if the password is reset during sign-in', async () => {
    await test.close();
    let onceChecked = async () => {};
    test = await startAdmin(undefined, { createLimiter: watchedLimiter(() => onceChecked()) }, WITHOUT_SECOND_FACTOR);
    onceChecked = () => setPassword(test.store.visitors, test.staff.owner, 'another');
    const { status, body, headers } = await signIn('owner@example.org', PASSWORD);
    expect([status, body.error?.code, headers['set-cookie']]).toEqual([401, 'wrong_credentials', undefined]);
  });

  it("resets the account's count of incorrect passwords when it starts", async () => {
    for (let tries = 0; tries < 9; tries += 1) await signIn('owner@example.org', 'wrong');
    expect((await signIn('owner@example.org', PASSWORD)).status).toBe(200);
    for (let tries = 0; tries < 9; tries += 1) await signIn('owner@example.org', 'wrong');
    expect((await signIn('owner@example.org', PASSWORD)).status).toBe(200);
  }, 60_000);

  it('neither counts towards the sign-in limit of the network nor resets it', async () => {
    for (let tries = 0; tries < 29; tries += 1) await signIn(`${tries}@example.org`, 'wrong');
    for (let tries = 0; tries < 3; tries += 1) expect((await signIn('owner@example.org', PASSWORD)).status).toBe(200);
    await signIn('30@example.org', 'wrong');
    expect((await signIn('owner@example.org', PASSWORD)).status).toBe(429);
  }, 60_000);

  it('limits incorrect passwords per account and per network', async () => {
    for (let tries = 0; tries < 10; tries += 1) await signIn('owner@example.org', 'wrong');
    const { status, body, headers } = await signIn('owner@example.org', PASSWORD);
    expect([status, body.error.code, Number(headers['retry-after']) > 0]).toEqual([429, 'too_many', true]);
    for (let tries = 0; tries < 20; tries += 1) await signIn(`${tries}@example.org`, 'wrong');
    expect((await signIn('editor@example.org', PASSWORD)).status).toBe(429);
  }, 60_000);
});

describe('a write request to the admin', () => {
  it.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['from another port of this machine', { origin: 'http://localhost:3000' }],
    ['from a page without an origin', { origin: 'null' }],
    ['without an Origin header', { origin: undefined }],
  ])('is rejected %s, even with a valid session', async (_what, headers) => {
    const { status, body } = await test.ask('DELETE', '/api/books/1', { as: 'owner', headers });
    expect([status, body.error.code]).toEqual([403, 'wrong_origin']);
  });

  it('is rejected, like a read, if DNS rebinding points a foreign host name to this machine', async () => {
    const headers = { host: 'evil.example', origin: 'http://evil.example' };
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await test.ask(method, '/api/books/1', { as: 'owner', headers });
      expect([status, body.error.code]).toEqual([403, 'wrong_host']);
    }
  });
});
