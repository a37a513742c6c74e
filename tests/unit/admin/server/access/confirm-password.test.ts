import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_ROUTES } from '#src/admin/server/routes.ts';
import { sql } from '#src/api/store/sql.ts';
import { addUser } from '#src/api/store/visitors/accounts.ts';
import { accountsOf } from '#src/api/store/visitors/staff.ts';
import { PASSWORD, startAdmin, type TestAdmin } from '../fixture.ts';

const EMAIL = 'colleague@example.org';
/** The password to send; `null` to send none. */
type PasswordInput = string | number | object | null;
const WRONG: readonly PasswordInput[] = [
  null,
  '',
  'wrong',
  ` ${PASSWORD}`,
  `${PASSWORD} `,
  PASSWORD.toUpperCase(),
  0,
  [PASSWORD],
  {},
];

let test: TestAdmin;
beforeEach(async () => {
  test = await startAdmin();
});
afterEach(() => test.close());

const withPassword = (password: PasswordInput, body: object) => (password === null ? body : { ...body, password });

/** Requests that change the staff or their roles. */
const ACTS = [
  ['POST', 'inviting a colleague', () => '/api/staff-invitations', { email: EMAIL, role: 'owner' }, 201],
  ['POST', 'resending an invitation', () => '/api/staff-invitations/1/resend', {}, 200],
  ['PATCH', 'changing a role', () => `/api/staff/${test.staff.editor}`, { role: 'owner' }, 200],
  ['DELETE', 'removing a role', () => `/api/staff/${test.staff.editor}`, {}, 200],
] as const;

/** All data that the requests in `ACTS` can change. */
const staffState = async () => [
  await test.store.visitors.all(sql`SELECT user_id, role FROM staff ORDER BY user_id`),
  await test.store.visitors.all(sql`SELECT * FROM staff_invitations`),
];

const invite = (password: PasswordInput = PASSWORD, email = 'first@example.org') =>
  test.ask('POST', '/api/staff-invitations', {
    as: 'owner',
    body: withPassword(password, { email, role: 'editor' }),
  });

describe.each(ACTS)('the %s request for %s', (method, _name, pathOf, body, success) => {
  beforeEach(async () => {
    await invite();
  });

  it('is rejected without the correct password, and changes nothing', async () => {
    const before = await staffState();
    for (const password of WRONG) {
      const { status, body: answer } = await test.ask(method, pathOf(), {
        as: 'owner',
        body: withPassword(password, body),
      });
      expect([status, Object.keys(answer.error.fields)], JSON.stringify(password)).toEqual([422, ['password']]);
    }
    const withoutBody = await test.ask(method, pathOf(), { as: 'owner' });
    expect([withoutBody.status, Object.keys(withoutBody.body.error.fields)]).toEqual([422, ['password']]);
    for (const malformed of [[], 'text', 1, null])
      expect((await test.ask(method, pathOf(), { as: 'owner', body: malformed })).status).toBeGreaterThanOrEqual(400);
    expect(await staffState()).toEqual(before);
  });

  it('is rejected with the password of another account', async () => {
    await test.store.visitors.run(sql`UPDATE users SET password = ${'none'} WHERE id = ${test.staff.owner}`);
    const before = await staffState();
    const { status } = await test.ask(method, pathOf(), { as: 'owner', body: withPassword(PASSWORD, body) });
    expect(status).toBe(422);
    expect(await staffState()).toEqual(before);
  });

  it('succeeds with the correct password, which is not stored anywhere', async () => {
    const before = await staffState();
    const { status } = await test.ask(method, pathOf(), { as: 'owner', body: withPassword(PASSWORD, body) });
    expect(status).toBe(success);
    expect(await staffState()).not.toEqual(before);
    const log = JSON.stringify(await test.store.catalogue.all(sql`SELECT * FROM audit_log`));
    expect(log).not.toContain(PASSWORD);
  });

  it('is rejected after ten incorrect passwords', async () => {
    for (let tries = 0; tries < 10; tries += 1) expect((await invite('wrong')).status).toBe(422);
    const before = await staffState();
    const { status, body: answer } = await test.ask(method, pathOf(), {
      as: 'owner',
      body: withPassword(PASSWORD, body),
    });
    expect([status, answer.error.code]).toEqual([429, 'too_many']);
    expect(await staffState()).toEqual(before);
  });
});

describe('the staff of the admin', () => {
  it('cannot be changed through any route without a password', async () => {
    await invite();
    const user = {
      accounts: 'local',
      email: EMAIL,
      name: 'Colleague',
      createdAt: '2026-06-01T12:00:00Z',
      password: '',
    };
    const visitor = await addUser(test.store.visitors, user);
    const rolesBefore = (await staffState())[0];
    const ids = [test.staff.editor, test.staff.operator, visitor, 1];
    for (const { method, path, act } of ADMIN_ROUTES) {
      if (method === 'GET' || act === 'session.end') continue;
      for (const id of ids)
        await test.ask(method, `/api${path.replaceAll(/:\w+/g, String(id))}`, {
          as: 'owner',
          body: { role: 'owner', email: EMAIL, name: 'x' },
        });
    }
    expect((await staffState())[0]).toEqual(rolesBefore);
    expect((await accountsOf(test.store.visitors, EMAIL)).every(({ role }) => role === null)).toBe(true);
    const invitations = await test.store.visitors.all<{ email: string }>(sql`SELECT email FROM staff_invitations`);
    expect(invitations.map(({ email }) => email)).not.toContain(EMAIL);
  });
});
