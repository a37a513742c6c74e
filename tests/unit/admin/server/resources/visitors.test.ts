import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { addUser, credentialsOf } from '#src/api/store/visitors/accounts.ts';
import { addSession, sessionOfToken } from '#src/api/store/visitors/sessions.ts';
import { PASSWORD, startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
let ann: number;
const NOW = new Date('2026-06-01T12:00:00Z');
beforeEach(async () => {
  test = await startAdmin();
  const user = {
    accounts: 'local',
    email: 'ann@example.org',
    name: 'Ann',
    password: 'hash',
    createdAt: NOW.toISOString(),
  };
  ann = (await addUser(test.store.visitors, user)) ?? 0;
});
afterEach(() => test.close());

const ask = (method: string, path: string, body?: unknown, as: 'operator' | 'owner' = 'operator') =>
  test.ask(method, `/api/${path}`, { as, body });
const lastEntry = async () => (await ask('GET', 'audit-log?order=DESC&perPage=1')).body.data[0];

describe('visitors in the admin API', () => {
  it('can be found by email, and are returned without the password', async () => {
    const { body } = await ask('GET', `visitors?filter=${encodeURIComponent('{"q":"ANN@"}')}`);
    expect(body).toMatchObject({
      total: 1,
      data: [{ id: ann, email: 'ann@example.org', locked_at: null, role: null }],
    });
    expect(JSON.stringify(body)).not.toContain('hash');
  });

  it('are signed out when they are locked, and can sign in again only when they are unlocked', async () => {
    const { visitors } = test.store;
    const { access } = await addSession(visitors, ann, { browser: null, system: null }, NOW);
    const { body } = await ask('POST', `visitors/${ann}/lock`);
    expect(body.data.locked_at).toBe(NOW.toISOString());
    expect(await sessionOfToken(visitors, 'local', access, NOW)).toBeUndefined();
    expect(await credentialsOf(visitors, 'local', 'ann@example.org')).toBeUndefined();
    const again = { accounts: 'local', email: 'ann@example.org', name: '', password: 'x', createdAt: '' };
    expect(await addUser(visitors, again)).toBeUndefined();
    expect(await lastEntry()).toMatchObject({ kind: 'visitor', name: `visitor ${ann}`, before: { locked_at: null } });
    await ask('POST', `visitors/${ann}/unlock`);
    expect((await credentialsOf(visitors, 'local', 'ann@example.org'))?.id).toBe(ann);
  });

  it('can be exported with all their data, but without secrets', async () => {
    await addSession(test.store.visitors, ann, { browser: 'Firefox', system: null }, NOW);
    const { body } = await ask('POST', `visitors/${ann}/export`);
    expect(body.data).toMatchObject({
      account: { email: 'ann@example.org' },
      sessions: [{ browser: 'Firefox' }],
      library: [],
    });
    expect(JSON.stringify(body.data)).not.toMatch(/hash|token/);
    expect(await lastEntry()).toMatchObject({ kind: 'visitor', after: { exported: NOW.toISOString() } });
  });

  it('can be deleted by an owner, and the audit log does not contain their name', async () => {
    expect((await ask('DELETE', `visitors/${ann}`)).status).toBe(403);
    expect((await ask('DELETE', `visitors/${ann}`, undefined, 'owner')).status).toBe(200);
    expect((await ask('GET', `visitors/${ann}`)).status).toBe(404);
    expect(JSON.stringify(await lastEntry())).not.toContain('ann@example.org');
  });

  it('cannot be locked or deleted if they have a role', async () => {
    for (const [method, path] of [
      ['POST', '/lock'],
      ['DELETE', ''],
    ] as const)
      expect((await ask(method, `visitors/${test.staff.editor}${path}`, undefined, 'owner')).status).toBe(409);
  });
});

it('a voucher can be given to a visitor, and deleted until it is used', async () => {
  const voucher = { user_id: ann, name: 'Sorry', coins: 5, expires_at: '2027-01-01T00:00:00.000Z' };
  const { status, body } = await ask('POST', 'vouchers', voucher);
  expect([status, body.data]).toMatchObject([201, { ...voucher, email: 'ann@example.org', used_on: null }]);
  expect(await lastEntry()).toMatchObject({ kind: 'voucher', record: body.data.id, act: 'add' });
  expect((await ask('DELETE', `vouchers/${body.data.id}`)).status).toBe(200);
  const used = (await ask('POST', 'vouchers', voucher)).body.data.id;
  await test.store.visitors.run(sql`UPDATE vouchers SET used_on = '{}' WHERE id = ${used}`);
  expect((await ask('DELETE', `vouchers/${used}`)).status).toBe(409);
});

/** Every request that reads or changes another account or its records. */
const REQUESTS = [
  ['GET', (id: number) => `visitors/${id}`, undefined],
  ['GET', (id: number) => `visitors?ids=${id}`, undefined],
  ['GET', () => `visitors?filter=${encodeURIComponent('{"q":"owner@"}')}`, undefined],
  ['POST', (id: number) => `visitors/${id}/export`, {}],
  ['POST', (id: number) => `visitors/${id}/lock`, {}],
  ['POST', (id: number) => `visitors/${id}/unlock`, {}],
  ['DELETE', (id: number) => `visitors/${id}`, undefined],
  ['POST', () => 'vouchers', { name: 'Gift', coins: 5, expires_at: '2027-01-01T00:00:00Z' }],
  ['GET', () => `vouchers?filter=${encodeURIComponent('{"q":"owner@"}')}`, undefined],
  ['DELETE', () => 'vouchers/1', undefined],
  ['PATCH', (id: number) => `staff/${id}`, { role: 'editor' }],
  ['DELETE', (id: number) => `staff/${id}`, undefined],
] as const;

describe('an operator in the admin', () => {
  it("cannot read, export or change an owner's account or the records of that account", async () => {
    const { owner } = test.staff;
    await test.store.visitors.run(
      sql`INSERT INTO vouchers (user_id, name, coins, expires_at, created_at) VALUES (${owner}, ${'Gift'}, ${5}, ${'2027-01-01T00:00:00Z'}, ${'2026-01-01T00:00:00Z'})`,
    );
    for (const [method, path, body] of REQUESTS) {
      const requestBody = path(owner) === 'vouchers' ? { ...body, user_id: owner } : body;
      const { status, body: answer } = await ask(method, path(owner), requestBody);
      const isEmpty = status === 200 && answer.data.length === 0;
      expect([method, path(owner), isEmpty || status >= 403]).toEqual([method, path(owner), true]);
      expect(JSON.stringify(answer)).not.toContain('owner@example.org');
    }
    const roles = await test.store.visitors.all(sql`SELECT role FROM staff WHERE user_id = ${owner}`);
    expect(roles).toEqual([{ role: 'owner' }]);
    expect(await test.store.visitors.all(sql`SELECT id FROM vouchers`)).toHaveLength(1);
  });

  it('sees visitors, editors and operators, while an owner sees all accounts', async () => {
    const seenBy = async (as: 'operator' | 'owner') =>
      (await ask('GET', 'visitors?sort=id&order=ASC', undefined, as)).body.data.map(
        (visitor: { role: string }) => visitor.role,
      );
    expect(await seenBy('operator')).toEqual(['editor', 'operator', null]);
    expect(await seenBy('owner')).toEqual(['editor', 'operator', 'owner', null]);
  });
});

describe('staff roles', () => {
  it("can be changed and removed by owners, except an owner's own role", async () => {
    const { editor } = test.staff;
    expect(
      (await ask('PATCH', `staff/${editor}`, { role: 'operator', password: PASSWORD }, 'owner')).body.data.role,
    ).toBe('operator');
    expect(await lastEntry()).toMatchObject({ kind: 'staff', before: { role: 'editor' }, after: { role: 'operator' } });
    expect((await ask('DELETE', `staff/${editor}`, { password: PASSWORD }, 'owner')).status).toBe(200);
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await ask(method, `staff/${test.staff.owner}`, { role: 'editor', password: PASSWORD }, 'owner')).status,
      ).toBe(409);
  });

  it('can only be editor, operator or owner', async () => {
    const { status, body } = await ask(
      'PATCH',
      `staff/${test.staff.editor}`,
      { role: 'boss', password: PASSWORD },
      'owner',
    );
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['role']]);
  });
});
