import type { UserInfo } from '#src/contract/entities/visitor.ts';
import type { Database, Row } from '../database.ts';

type UserRow = Row & { id: number; email: string; name: string; coins: number; created_at: string };

const toUser = ({ id, name, email, coins, created_at }: UserRow): UserInfo => ({ id, name, email, coins, created_at });

export function userById(database: Database, id: number): UserInfo | undefined {
  const row = database.get<UserRow>('SELECT id, email, name, coins, created_at FROM users WHERE id = ?', id);
  return row && toUser(row);
}

/** The stored password is empty for an account that signs in at the OpenID provider alone. */
export interface StoredCredentials {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

export function credentialsOf(database: Database, email: string): StoredCredentials | undefined {
  return database.get<Row & StoredCredentials>('SELECT id, email, password FROM users WHERE email = ?', email);
}

export function credentialsById(database: Database, id: number): StoredCredentials | undefined {
  return database.get<Row & StoredCredentials>('SELECT id, email, password FROM users WHERE id = ?', id);
}

/** @returns the id, or undefined where the address has an account already */
export function addUser(
  database: Database,
  user: { email: string; name: string; password: string; createdAt: string },
): number | undefined {
  const sql = 'INSERT OR IGNORE INTO users (email, name, password, created_at) VALUES (?, ?, ?, ?)';
  const { changes, id } = database.run(sql, user.email, user.name, user.password, user.createdAt);
  return changes === 0 ? undefined : id;
}

export function setPassword(database: Database, user: number, password: string): void {
  database.run('UPDATE users SET password = ? WHERE id = ?', password, user);
}

/** Mail to the account's address has reached the visitor. */
export function setProven(database: Database, user: number): void {
  database.run('UPDATE users SET proven = 1 WHERE id = ?', user);
}

export function isProven(database: Database, user: number): boolean {
  return database.get('SELECT 1 FROM users WHERE id = ? AND proven = 1', user) !== undefined;
}

export function setName(database: Database, user: number, name: string): void {
  database.run('UPDATE users SET name = ? WHERE id = ?', name, user);
}

/** All that belongs to a visitor hangs on this row. */
export function removeUser(database: Database, user: number): void {
  database.run('DELETE FROM users WHERE id = ?', user);
}
