import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import {
  addInvitation,
  INVITATION_HOURS,
  invitationOf,
  invitations,
  offerSecret,
  removeInvitation,
  takeInvitation,
} from '#src/api/store/visitors/invitations.ts';
import { visitorsDatabase } from './visitors-database.ts';

/** The time this many hours after the start of the test's clock. */
const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * 3_600_000);

let database: Database;
beforeEach(async () => {
  database = await visitorsDatabase();
});

const invite = (email = 'ada@example.com', role = 'editor') =>
  addInvitation(database, { accounts: 'group', email, role }, 'owner@example.com', at(0));

describe('an invitation to the admin', () => {
  it('is found by the token of its link until it expires', async () => {
    const { id, token } = await invite();
    expect(token).toMatch(/^[\w-]{43}$/);
    const found = {
      id,
      accounts: 'group',
      email: 'ada@example.com',
      role: 'editor',
      secret: '',
      expiresAt: at(INVITATION_HOURS).toISOString(),
      invitedBy: 'owner@example.com',
    };
    expect(await invitationOf(database, token, at(0))).toEqual(found);
    expect(await invitationOf(database, token, new Date(at(INVITATION_HOURS).getTime() - 1))).toEqual(found);
    expect(await invitationOf(database, token, at(INVITATION_HOURS))).toBeUndefined();
    expect(await invitationOf(database, `${token}x`, at(0))).toBeUndefined();
  });

  it('is stored without the token, with the time of the invitation', async () => {
    const { token } = await invite();
    const [row] = await database.all(sql`SELECT token, created_at FROM staff_invitations`);
    expect(row).toEqual({ token: expect.not.stringContaining(token), created_at: at(0).toISOString() });
  });

  it('replaces an earlier invitation of the same email', async () => {
    const [first, other] = [await invite(), await invite('bo@example.com')];
    const second = await invite('ada@example.com', 'owner');
    expect(await invitationOf(database, first.token, at(1))).toBeUndefined();
    expect(await invitationOf(database, second.token, at(1))).toMatchObject({ role: 'owner' });
    expect(await invitationOf(database, other.token, at(1))).toBeDefined();
    expect((await invitations(database)).map(({ email, role }) => [email, role])).toEqual([
      ['ada@example.com', 'owner'],
      ['bo@example.com', 'editor'],
    ]);
  });

  it('is accepted once, and only with the secret that was offered last', async () => {
    const { id, token } = await invite();
    await invite('bo@example.com');
    const before = await invitationOf(database, token, at(1));
    if (!before) throw new Error('The invitation was not found.');
    await offerSecret(database, id, 'SECRET');
    expect(await takeInvitation(database, before)).toBe(false);
    const offered = await invitationOf(database, token, at(1));
    expect(offered?.secret).toBe('SECRET');
    expect([
      await takeInvitation(database, { ...before, secret: 'SECRET' }),
      await takeInvitation(database, before),
    ]).toEqual([true, false]);
    expect(await invitationOf(database, token, at(1))).toBeUndefined();
    expect((await invitations(database)).map(({ email, secret }) => [email, secret])).toEqual([['bo@example.com', '']]);
  });

  it('can be revoked by email', async () => {
    const { token } = await invite();
    await invite('bo@example.com');
    expect(await removeInvitation(database, 'ada@example.com')).toBe(true);
    expect(await removeInvitation(database, 'ada@example.com')).toBe(false);
    expect(await invitationOf(database, token, at(1))).toBeUndefined();
    expect(await invitations(database)).toHaveLength(1);
  });
});
