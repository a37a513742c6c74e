import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import { lockUser, unlockUser } from '#src/api/store/visitors/accounts.ts';
import {
  accountsOf,
  addStaffSession,
  confirmSecret,
  dropSecret,
  endStaffSession,
  endStaffSessions,
  grantRole,
  proposeSecret,
  protectWeakCodes,
  revokeRole,
  staff,
  staffByEmail,
  staffById,
  staffOfSession,
  takeRecoveryCode,
  takeStep,
} from '#src/api/store/visitors/staff.ts';
import { hash } from '#src/lib/hash.ts';
import { newUser, visitorsDatabase } from './visitors-database.ts';

/** The time this many hours after the start of the test's clock. */
const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * 3_600_000);

let database: Database;
let ada: number;
beforeEach(async () => {
  database = await visitorsDatabase();
  ada = await newUser(database, 'ada@example.com');
  await grantRole(database, ada, { role: 'editor', by: 'owner@example.com', now: at(0) });
});

describe('an account with a role', () => {
  it('is found by its email address or by its id', async () => {
    const found = await staffByEmail(database, 'ada@example.com');
    expect(found).toEqual({
      id: ada,
      email: 'ada@example.com',
      name: 'Ada',
      role: 'editor',
      hasSecondFactor: false,
      password: 'hashed',
      secret: null,
      usedStep: 0,
    });
    expect(await staffById(database, ada)).toEqual(found);
    const reader = await newUser(database, 'reader@example.com');
    expect([await staffByEmail(database, 'reader@example.com'), await staffById(database, reader)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('loses staff access while it is locked but stays listed', async () => {
    const token = await addStaffSession(database, ada, at(0));
    await lockUser(database, ada, at(1).toISOString());
    expect([await staffByEmail(database, 'ada@example.com'), await staffById(database, ada)]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await staff(database)).map(({ email }) => email)).toEqual(['ada@example.com']);
    await unlockUser(database, ada);
    expect(await staffById(database, ada)).toBeDefined();
    expect(await staffOfSession(database, token, at(1))).toBeUndefined();
  });

  it('can get a different role, or lose its role together with its sessions', async () => {
    await grantRole(database, ada, { role: 'owner', by: 'other@example.com', now: at(1) });
    expect(await staffById(database, ada)).toMatchObject({ role: 'owner' });
    expect(await database.all(sql`SELECT granted_by, granted_at FROM staff`)).toEqual([
      { granted_by: 'other@example.com', granted_at: at(1).toISOString() },
    ]);
    const token = await addStaffSession(database, ada, at(1));
    expect([await revokeRole(database, ada), await revokeRole(database, ada)]).toEqual([true, false]);
    expect(await staffOfSession(database, token, at(1))).toBeUndefined();
    expect(await accountsOf(database, 'ada@example.com')).toEqual([
      { id: ada, email: 'ada@example.com', accounts: 'group', role: null },
    ]);
  });

  it('is listed by email address', async () => {
    for (const email of ['cy@example.com', 'bo@example.com'])
      await grantRole(database, await newUser(database, email), { role: 'owner', by: '', now: at(0) });
    expect((await staff(database)).map(({ email, role }) => `${email} ${role}`)).toEqual([
      'ada@example.com editor',
      'bo@example.com owner',
      'cy@example.com owner',
    ]);
  });
});

describe('an admin session in the store', () => {
  const isIn = async (token: string, hours: number) =>
    (await staffOfSession(database, token, at(hours)))?.email === 'ada@example.com';

  it('expires after twelve hours without a request', async () => {
    const [used, idle] = [await addStaffSession(database, ada, at(0)), await addStaffSession(database, ada, at(0))];
    expect(await isIn(used, 11)).toBe(true);
    expect([await isIn(used, 22.9), await isIn(idle, 12)]).toEqual([true, false]);
  });

  it('expires after a week even if it is in use, and is deleted at the next sign-in', async () => {
    const token = await addStaffSession(database, ada, at(0));
    for (let hours = 10; hours < 168; hours += 10) expect(await isIn(token, hours)).toBe(true);
    expect(await isIn(token, 168)).toBe(false);
    await addStaffSession(database, ada, at(169));
    expect(await database.all(sql`SELECT count(*) AS count FROM staff_sessions`)).toEqual([{ count: 1 }]);
  });

  it('records its last use at most once a minute', async () => {
    const token = await addStaffSession(database, ada, at(0));
    const lastSeen = async () =>
      (await database.one<{ seen_at: string }>(sql`SELECT seen_at FROM staff_sessions`)).seen_at;
    await isIn(token, 1 / 60);
    expect(await lastSeen()).toBe(at(0).toISOString());
    await isIn(token, 1.1 / 60);
    expect(await lastSeen()).toBe(at(1.1 / 60).toISOString());
  });

  it('can be ended alone or together with all other sessions of the account', async () => {
    const [one, two, three] = await Promise.all([0, 0, 0].map((hours) => addStaffSession(database, ada, at(hours))));
    if (!one || !two || !three) throw new Error('There are three sessions.');
    await endStaffSession(database, one);
    expect([await isIn(one, 1), await isIn(two, 1)]).toEqual([false, true]);
    await endStaffSessions(database, ada + 1);
    expect(await isIn(two, 1)).toBe(true);
    await endStaffSessions(database, ada);
    expect([await isIn(two, 1), await isIn(three, 1)]).toEqual([false, false]);
  });
});

describe('a second factor in the store', () => {
  it('exists only after its secret is confirmed, and then cannot be replaced by a new secret', async () => {
    await proposeSecret(database, ada, 'FIRST');
    expect(await staffById(database, ada)).toMatchObject({ secret: 'FIRST', hasSecondFactor: false });
    await confirmSecret(database, ada, [], at(0));
    await proposeSecret(database, ada, 'SECOND');
    expect(await staffById(database, ada)).toMatchObject({ secret: 'FIRST', hasSecondFactor: true });
    await dropSecret(database, ada);
    expect(await staffById(database, ada)).toMatchObject({ secret: null, hasSecondFactor: false });
  });

  it('accepts one code per time step, and no code of an earlier time step', async () => {
    const acceptedCodes = [];
    for (const step of [10, 10, 9, 11, 10]) acceptedCodes.push(await takeStep(database, ada, step));
    expect(acceptedCodes).toEqual([true, false, false, true, false]);
  });

  it('accepts each recovery code once, with or without hyphens, until new recovery codes are created', async () => {
    await confirmSecret(database, ada, ['abcd-1234', 'efgh-5678', 'ijkl-9012'], at(0));
    expect(await takeRecoveryCode(database, ada + 1, 'abcd-1234')).toBe(false);
    expect(await takeRecoveryCode(database, ada, 'ABCD 1234')).toBe(true);
    expect(await takeRecoveryCode(database, ada, 'abcd-1234')).toBe(false);
    await confirmSecret(database, ada, ['mnop-3456'], at(1));
    expect(await takeRecoveryCode(database, ada, 'efgh-5678')).toBe(false);
    expect(await takeRecoveryCode(database, ada, 'mnop-3456')).toBe(true);
    expect(await database.get(sql`SELECT 1 FROM recovery_codes WHERE code LIKE '%-%'`)).toBeUndefined();
  });

  it('accepts a shorter recovery code of an older Lectern version, before and after the code is hashed again', async () => {
    await confirmSecret(database, ada, ['mnop-3456'], at(0));
    for (const code of ['abcde23456', 'fghjk78923', 'mnpqr45678'])
      await database.run(sql`INSERT INTO recovery_codes VALUES (${ada}, ${hash(code)})`);
    expect(await takeRecoveryCode(database, ada, 'abcde-23456')).toBe(true);
    await protectWeakCodes(database);
    await protectWeakCodes(database);
    const stored = (await database.all<{ code: string }>(sql`SELECT code FROM recovery_codes`)).map(({ code }) => code);
    expect(stored.filter((code) => /^\$(argon2id|scrypt)\$/.test(code))).toHaveLength(2);
    expect(stored).not.toContain(hash('fghjk78923'));
    expect(await takeRecoveryCode(database, ada + 1, 'fghjk-78923')).toBe(false);
    expect(await takeRecoveryCode(database, ada, 'fghjk-78924')).toBe(false);
    const tries = await Promise.all([1, 2].map(() => takeRecoveryCode(database, ada, 'FGHJK 78923')));
    expect(tries.sort()).toEqual([false, true]);
    expect(await takeRecoveryCode(database, ada, 'mnpqr-45678')).toBe(true);
    expect(await takeRecoveryCode(database, ada, 'mnop-3456')).toBe(true);
  });

  it('is removed together with its recovery codes', async () => {
    await confirmSecret(database, ada, ['abcd-1234'], at(0));
    await dropSecret(database, ada);
    expect(await takeRecoveryCode(database, ada, 'abcd-1234')).toBe(false);
  });
});
