import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';

const STATE_MINUTES = 15;

/** Who somebody is at a provider; `subject` is for good, the address may change. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

export function userOfIdentity(database: Database, { issuer, subject }: Subject): number | undefined {
  const sql = 'SELECT user_id FROM identities WHERE issuer = ? AND subject = ?';
  return database.get<Row & { user_id: number }>(sql, issuer, subject)?.user_id;
}

export function addIdentity(database: Database, { issuer, subject }: Subject, user: number): void {
  database.run('INSERT INTO identities VALUES (?, ?, ?)', issuer, subject, user);
}

/** What has to come back with a visitor who was sent to the provider. */
export interface OidcState {
  readonly nonce: string;
  readonly verifier: string;
}

export function addOidcState(
  database: Database,
  { state, brand, nonce, verifier }: OidcState & { state: string; brand: string },
  now: Date,
): void {
  const ends = new Date(now.getTime() + STATE_MINUTES * 60_000).toISOString();
  database.run('DELETE FROM oidc_states WHERE expires_at < ?', now.toISOString());
  database.run('INSERT INTO oidc_states VALUES (?, ?, ?, ?, ?)', hash(state), brand, nonce, verifier, ends);
}

/** Takes a state, once and on the brand it was made for. */
export function takeOidcState(database: Database, state: string, brand: string, now: Date): OidcState | undefined {
  const sql = `DELETE FROM oidc_states WHERE state = ? AND brand = ? AND expires_at > ? RETURNING nonce, verifier`;
  const row = database.get<Row & { nonce: string; verifier: string }>(sql, hash(state), brand, now.toISOString());
  return row && { nonce: row.nonce, verifier: row.verifier };
}
