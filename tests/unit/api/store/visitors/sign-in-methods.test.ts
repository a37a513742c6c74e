import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import {
  addIdentity,
  addOidcState,
  addReset,
  credentialsById,
  isProven,
  langOf,
  lockUser,
  RESET_MINUTES,
  removeUser,
  setLang,
  setName,
  setPassword,
  setProven,
  takeOidcState,
  takeOverAccount,
  takeReset,
  userById,
  userOfIdentity,
} from '#src/api/store/visitors/accounts.ts';
import { addSession, isFresh } from '#src/api/store/visitors/sessions.ts';
import { grantRole, isLocked, isReadyForRoles, staff } from '#src/api/store/visitors/staff.ts';
import { newUser, visitorsDatabase } from './visitors-database.ts';

/** The time this many minutes after the start of the test's clock. */
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1) + minutes * 60_000);
const SUBJECT = { issuer: 'https://id.example', subject: 'a-1' };

let database: Database;
let ada: number;
let bo: number;
beforeEach(async () => {
  database = await visitorsDatabase();
  ada = await newUser(database, 'ada@example.com');
  bo = await newUser(database, 'bo@example.com');
});

const countOf = async (table: 'identities' | 'reset_tokens' | 'oidc_states') => {
  const rows = {
    identities: sql`SELECT 1 FROM identities`,
    reset_tokens: sql`SELECT 1 FROM reset_tokens`,
    oidc_states: sql`SELECT 1 FROM oidc_states`,
  };
  return (await database.all(rows[table])).length;
};

describe('the data of an account', () => {
  it('can be changed without changing other accounts', async () => {
    await setPassword(database, ada, 'other');
    await setName(database, ada, 'Ada B.');
    expect(await credentialsById(database, ada)).toEqual({ id: ada, email: 'ada@example.com', password: 'other' });
    expect(await credentialsById(database, bo)).toMatchObject({ password: 'hashed' });
    expect([(await userById(database, ada))?.name, (await userById(database, bo))?.name]).toEqual(['Ada B.', 'Ada']);
    await removeUser(database, ada);
    expect(await userById(database, ada)).toBeUndefined();
    expect(await userById(database, bo)).toBeDefined();
  });

  it('includes the language of its mails, empty before the first sign-in', async () => {
    await setLang(database, ada, 'en-us');
    expect([await langOf(database, ada), await langOf(database, bo), await langOf(database, 99)]).toEqual([
      'en-us',
      '',
      '',
    ]);
  });

  it('includes whether its email is verified', async () => {
    await setProven(database, ada);
    expect([await isProven(database, ada), await isProven(database, bo)]).toEqual([true, false]);
  });
});

describe('an identity at a provider', () => {
  it('belongs to one account of a group of brands', async () => {
    await addIdentity(database, SUBJECT, ada);
    await addIdentity(database, SUBJECT, ada);
    expect(await countOf('identities')).toBe(1);
    expect(await userOfIdentity(database, 'group', SUBJECT)).toBe(ada);
    expect(await userOfIdentity(database, 'other', SUBJECT)).toBeUndefined();
    expect(await userOfIdentity(database, 'group', { ...SUBJECT, subject: 'b' })).toBeUndefined();
    expect(await userOfIdentity(database, 'group', { ...SUBJECT, issuer: 'https://other.example' })).toBeUndefined();
  });

  it('does not open a locked account', async () => {
    await addIdentity(database, SUBJECT, ada);
    await lockUser(database, ada, at(0).toISOString());
    expect(await userOfIdentity(database, 'group', SUBJECT)).toBeUndefined();
  });
});

describe('the state of a sign-in at a provider', () => {
  const secrets = { nonce: 'n', verifier: 'v' };
  const add = (state: string, minutes = 0) =>
    addOidcState(database, { state, brand: 'local', ...secrets }, at(minutes));

  it('is valid once, for its brand and for 15 minutes', async () => {
    await add('s');
    expect(await takeOidcState(database, 's', 'other', at(1))).toBeUndefined();
    expect(await takeOidcState(database, 't', 'local', at(1))).toBeUndefined();
    expect(await takeOidcState(database, 's', 'local', at(14.9))).toEqual(secrets);
    expect(await takeOidcState(database, 's', 'local', at(1))).toBeUndefined();
    await add('u');
    expect(await takeOidcState(database, 'u', 'local', at(15))).toBeUndefined();
  });

  it('is deleted after it has expired, and stored without the state itself', async () => {
    await add('s');
    await add('t', 10);
    expect(await countOf('oidc_states')).toBe(2);
    expect(JSON.stringify(await database.all(sql`SELECT * FROM oidc_states`))).not.toContain('"s"');
    await add('u', 16);
    expect(await countOf('oidc_states')).toBe(2);
  });
});

describe('a token to set a new password', () => {
  it('is valid once, in the group of brands of the account, and until it expires', async () => {
    const token = await addReset(database, ada, at(0));
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await takeReset(database, 'other', token, at(1))).toBeUndefined();
    expect(await takeReset(database, 'group', `${token}x`, at(1))).toBeUndefined();
    expect(await takeReset(database, 'group', token, at(RESET_MINUTES - 0.1))).toBe(ada);
    expect(await takeReset(database, 'group', token, at(1))).toBeUndefined();
    const late = await addReset(database, ada, at(0));
    expect(await takeReset(database, 'group', late, at(RESET_MINUTES))).toBeUndefined();
  });

  it('replaces an earlier token of the account, and expired tokens of all accounts are deleted', async () => {
    const first = await addReset(database, ada, at(0));
    const other = await addReset(database, bo, at(5));
    const second = await addReset(database, ada, at(10));
    expect(await takeReset(database, 'group', first, at(11))).toBeUndefined();
    expect(await takeReset(database, 'group', second, at(11))).toBe(ada);
    await addReset(database, ada, at(RESET_MINUTES + 6));
    expect(await countOf('reset_tokens')).toBe(1);
    expect(await takeReset(database, 'group', other, at(6))).toBeUndefined();
  });
});

describe('an account taken over by the owner of its email', () => {
  it('keeps no other way to sign in, and other accounts keep theirs', async () => {
    for (const [user, subject] of [
      [ada, 'a'],
      [bo, 'b'],
    ] as const) {
      await addIdentity(database, { ...SUBJECT, subject }, user);
      await addReset(database, user, at(0));
      await database.run(sql`INSERT INTO known_devices (user_id, device, seen_at) VALUES (${user}, 'd', '')`);
    }
    await takeOverAccount(database, ada, 'new');
    expect([await credentialsById(database, ada), await isProven(database, ada)]).toEqual([
      { id: ada, email: 'ada@example.com', password: 'new' },
      true,
    ]);
    expect(await database.all(sql`SELECT user_id FROM identities`)).toEqual([{ user_id: bo }]);
    expect(await database.all(sql`SELECT user_id FROM reset_tokens`)).toEqual([{ user_id: bo }]);
    expect(await database.all(sql`SELECT user_id FROM known_devices`)).toEqual([{ user_id: bo }]);
    expect(await isProven(database, bo)).toBe(false);
  });
});

describe('a session', () => {
  it('counts as recent for 15 minutes after the sign-in', async () => {
    await addSession(database, ada, { browser: 'Firefox', system: 'Linux' }, at(0));
    const [session] = await database.all<{ id: number }>(sql`SELECT id FROM sessions`);
    const id = Number(session?.id);
    expect([await isFresh(database, id, at(14.9)), await isFresh(database, id, at(15))]).toEqual([true, false]);
    expect(await isFresh(database, id + 1, at(0))).toBe(false);
  });
});

describe('a locked account', () => {
  it('is the only one that counts as locked', async () => {
    await lockUser(database, ada, at(0).toISOString());
    expect([await isLocked(database, ada), await isLocked(database, bo)]).toEqual([true, false]);
  });
});

describe('an account with a role', () => {
  it('is ready for another role when its email is verified and its second factor confirmed', async () => {
    await grantRole(database, ada, { role: 'editor', by: 'owner@example.com', now: at(0) });
    const states = [await isReadyForRoles(database, ada)];
    await setProven(database, ada);
    states.push(await isReadyForRoles(database, ada));
    await database.run(sql`UPDATE staff SET confirmed_at = ${at(1).toISOString()}`);
    states.push(await isReadyForRoles(database, ada));
    expect(states).toEqual([false, false, true]);
    expect((await staff(database)).map(({ isVerified }) => isVerified)).toEqual([true]);
    await setProven(database, bo);
    expect(await isReadyForRoles(database, bo)).toBe(false);
  });
});
