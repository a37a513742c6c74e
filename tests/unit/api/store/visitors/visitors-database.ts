import { type Database, openDatabase } from '#src/api/store/database.ts';
import { VISITORS_SCHEMA } from '#src/api/store/schema-visitors.ts';
import { addUser } from '#src/api/store/visitors/accounts.ts';

/** An empty in-memory visitors database. */
export const visitorsDatabase = (): Promise<Database> => openDatabase(':memory:', VISITORS_SCHEMA);

/** @returns the id of a new account of the group `group` */
export async function newUser(database: Database, email: string): Promise<number> {
  const account = { accounts: 'group', email, name: 'Ada', password: 'hashed', createdAt: '2026-03-01T00:00:00Z' };
  const id = await addUser(database, account);
  if (id === undefined) throw new Error(`${email} has an account already.`);
  return id;
}
