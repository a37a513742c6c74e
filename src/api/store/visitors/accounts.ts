import type { UserInfo } from '#src/contract/entities/visitor.ts';
import type { Database, Row } from '../database.ts';

type UserRow = Row & { id: number; email: string; name: string; coins: number; created_at: string };

const toUser = ({ id, name, email, coins, created_at }: UserRow): UserInfo => ({ id, name, email, coins, created_at });

export function userById(database: Database, id: number): UserInfo | undefined {
  const row = database.get<UserRow>('SELECT id, email, name, coins, created_at FROM users WHERE id = ?', id);
  return row && toUser(row);
}

export function credentialsOf(database: Database, email: string): { id: number; password: string } | undefined {
  return database.get<Row & { id: number; password: string }>('SELECT id, password FROM users WHERE email = ?', email);
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
