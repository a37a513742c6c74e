import { type Database, openDatabase } from '#src/api/store/database.ts';
import { VISITORS_SCHEMA } from '#src/api/store/schema-visitors.ts';
import { addUser } from '#src/api/store/visitors/accounts.ts';

/** Opens an empty visitors database in memory. */
export const visitorsDatabase = (): Promise<Database> => openDatabase(':memory:', VISITORS_SCHEMA);

/** Adds an account to the group `group`. @returns its id */
export async function newUser(database: Database, email: string): Promise<number> {
  const account = { accounts: 'group', email, name: 'Ada', password: 'hashed', createdAt: '2026-03-01T00:00:00Z' };
  const id = await addUser(database, account);
  if (id === undefined) throw new Error(`${email} has an account already.`);
  return id;
}
