import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import {
  addSession,
  endSessionOf,
  endSessionOfRefresh,
  endSessions,
  renewSession,
  sessionOfToken,
  signedInDevices,
  type Tokens,
} from '#src/api/store/visitors/sessions.ts';
import { newUser, visitorsDatabase } from './visitors-database.ts';

const DEVICE = { browser: 'Firefox', system: 'Android' };
const START = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400;

/** The time this many seconds after `START`. */
const at = (seconds: number) => new Date(START + seconds * 1000);

let database: Database;
let user: number;

beforeEach(async () => {
  database = await visitorsDatabase();
  user = await newUser(database, 'ada@example.com');
});

const signIn = (seconds = 0, visitor = user) => addSession(database, visitor, DEVICE, at(seconds));
const renew = async ({ refresh }: Tokens, seconds: number, accounts = 'group') =>
  (await renewSession(database, accounts, refresh, at(seconds)))?.tokens;
const isSignedIn = async ({ access }: Tokens, seconds: number, accounts = 'group') =>
  (await sessionOfToken(database, accounts, access, at(seconds)))?.user === user;

describe('an access token', () => {
  it('is valid for fifteen minutes, in its own group of brands', async () => {
    const tokens = await signIn();
    expect(tokens.expires_at).toBe(at(900).toISOString());
    expect([await isSignedIn(tokens, 899), await isSignedIn(tokens, 900)]).toEqual([true, false]);
    expect(await isSignedIn(tokens, 1, 'other')).toBe(false);
    expect(await isSignedIn({ ...tokens, access: tokens.refresh }, 1)).toBe(false);
  });

  it('remains valid until it expires, even after the session is renewed', async () => {
    const first = await signIn();
    const second = await renew(first, 840);
    expect(second?.expires_at).toBe(at(840 + 900).toISOString());
    expect([await isSignedIn(first, 899), await isSignedIn(first, 900)]).toEqual([true, false]);
    expect(second && (await isSignedIn(second, 1700))).toBe(true);
  });
});

describe('a refresh token', () => {
  it('is exchanged for new tokens', async () => {
    const first = await signIn();
    const second = await renew(first, 840);
    expect(second && (await renew(second, 1680))).toBeDefined();
    expect(new Set([first.refresh, second?.refresh, first.access, second?.access]).size).toBe(4);
  });

  it('can be used by two tabs within thirty seconds, and both can then renew the session', async () => {
    const first = await signIn();
    const one = await renew(first, 840);
    const other = await renew(first, 870);
    if (!one || !other) throw new Error('Both have to be renewed.');
    const next = await renew(other, 1600);
    expect(next).toBeDefined();
    expect(await renew(one, 1610)).toBeDefined();
    expect(next && (await renew(next, 2400))).toBeDefined();
  });

  it('ends the session if it is used again more than thirty seconds later', async () => {
    const first = await signIn();
    const second = await renew(first, 840);
    expect(await renew(first, 870.001)).toBeUndefined();
    expect(second && (await isSignedIn(second, 871))).toBe(false);
    expect(second && (await renew(second, 871))).toBeUndefined();
  });

  it('ends the session if it is used again after two newer tokens were issued', async () => {
    const first = await signIn();
    const second = await renew(first, 1);
    const third = second && (await renew(second, 2));
    expect(await renew(first, 3)).toBeUndefined();
    expect(third && (await isSignedIn(third, 3))).toBe(false);
  });

  it('is valid only in its own group of brands', async () => {
    const first = await signIn();
    expect(await renew(first, 1, 'other')).toBeUndefined();
    expect(await renew(first, 2)).toBeDefined();
  });

  it('expires ninety days after the last renewal and a year after the sign-in', async () => {
    expect(await renew(await signIn(), 90 * DAY)).toBeUndefined();
    let tokens: Tokens | undefined = await signIn();
    for (const days of [89, 178, 267, 356]) tokens = tokens && (await renew(tokens, days * DAY));
    if (!tokens) throw new Error('It is renewed for a year.');
    expect(await renew({ ...tokens }, 365 * DAY)).toBeUndefined();
  });
});

describe('sessions in the store', () => {
  const places = async (current = 0, seconds = 10) => signedInDevices(database, user, current, at(seconds));

  it('are listed with the current session first, then by last use', async () => {
    for (const seconds of [1, 2, 3]) await signIn(seconds);
    const all = await places(1);
    expect(all.map(({ id, current }) => [id, current])).toEqual([
      [1, true],
      [3, false],
      [2, false],
    ]);
    expect(all[0]).toMatchObject({ ...DEVICE, created_at: at(1).toISOString(), seen_at: at(1).toISOString() });
  });

  it('are no longer listed after they expire, and are deleted at the next sign-in', async () => {
    await signIn();
    expect(await places(0, 90 * DAY)).toEqual([]);
    await signIn(90 * DAY + 1);
    expect(await database.all(sql`SELECT id FROM sessions`)).toEqual([{ id: 2 }]);
  });

  it('can all be ended at once, with or without the current session', async () => {
    const keptSession = await signIn();
    const ended = await signIn();
    const others = await newUser(database, 'bo@example.com');
    await signIn(0, others);
    await endSessions(database, user, 1);
    expect([await isSignedIn(keptSession, 1), await isSignedIn(ended, 1)]).toEqual([true, false]);
    expect(await signedInDevices(database, others, 0, at(1))).toHaveLength(1);
    await endSessions(database, user);
    expect(await isSignedIn(keptSession, 1)).toBe(false);
  });

  it('can be ended one by one: with their refresh token, or with their id, but only by their own visitor', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const other = await newUser(database, 'bo@example.com');
    await endSessionOf(database, other, 1);
    expect(await isSignedIn(first, 1)).toBe(true);
    await endSessionOf(database, user, 1);
    expect([await isSignedIn(first, 1), await isSignedIn(second, 1)]).toEqual([false, true]);
    await endSessionOfRefresh(database, second.refresh);
    expect(await isSignedIn(second, 1)).toBe(false);
  });
});
