import { randomBytes } from 'node:crypto';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';
import { insertRow } from '../insert.ts';
import { raw, sql } from '../sql.ts';

/** A pending invitation to the admin. */
export interface Invitation {
  readonly id: number;
  /** Group of brands in which the account with this email gets the role. */
  readonly accounts: string;
  readonly email: string;
  readonly role: string;
  readonly expiresAt: string;
  readonly invitedBy: string;
  /** Latest secret that was offered for the second factor, in Base32; '' if there is none. */
  readonly secret: string;
}

export const INVITATION_HOURS = 72;

type InvitationRow = Row & Omit<Invitation, 'expiresAt' | 'invitedBy'> & { expires_at: string; invited_by: string };

const COLUMNS = raw('id, accounts, email, role, secret, expires_at, invited_by');

const toInvitation = ({ expires_at, invited_by, ...row }: InvitationRow): Invitation => ({
  ...row,
  expiresAt: expires_at,
  invitedBy: invited_by,
});

/**
 * Invites an email. An earlier invitation is replaced.
 * @returns the token of the link; only its hash is stored
 */
export async function addInvitation(
  database: Database,
  { accounts, email, role }: Pick<Invitation, 'accounts' | 'email' | 'role'>,
  by: string,
  now: Date,
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(now.getTime() + INVITATION_HOURS * 3_600_000).toISOString();
  await database.run(sql`DELETE FROM staff_invitations WHERE email = ${email}`);
  const dates = { created_at: now.toISOString(), expires_at: expires };
  const row = { accounts, email, role, token: hash(token), invited_by: by, ...dates };
  const id = await insertRow(database, 'staff_invitations', row);
  return { id, token };
}

/** Returns the invitation of a link; undefined if it was accepted, revoked or replaced, or has expired. */
export async function invitationOf(database: Database, token: string, now: Date): Promise<Invitation | undefined> {
  const query = sql`SELECT ${COLUMNS} FROM staff_invitations
    WHERE token = ${hash(token)} AND expires_at > ${now.toISOString()}`;
  const row = await database.get<InvitationRow>(query);
  return row && toInvitation(row);
}

/** Stores the secret that the page offers. Only codes for the latest secret are accepted. */
export async function offerSecret(database: Database, id: number, secret: string): Promise<void> {
  await database.run(sql`UPDATE staff_invitations SET secret = ${secret} WHERE id = ${id}`);
}

/** Deletes the invitation. @returns false if it no longer exists, or another secret has been offered since */
export async function takeInvitation(database: Database, { id, secret }: Invitation): Promise<boolean> {
  return (await database.run(sql`DELETE FROM staff_invitations WHERE id = ${id} AND secret = ${secret}`)).changes > 0;
}

/** Deletes the invitation of an email. @returns false if there is none */
export async function removeInvitation(database: Database, email: string): Promise<boolean> {
  return (await database.run(sql`DELETE FROM staff_invitations WHERE email = ${email}`)).changes > 0;
}

export async function invitations(database: Database): Promise<Invitation[]> {
  const rows = await database.all<InvitationRow>(sql`SELECT ${COLUMNS} FROM staff_invitations ORDER BY email`);
  return rows.map(toInvitation);
}
