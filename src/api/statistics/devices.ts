import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { insertInto } from '../store/insert.ts';
import { sql } from '../store/sql.ts';
import type { Sender } from './types.ts';

/** Bytes of a device's number. Two of 100,000 devices of a day have the same number with a probability of 0.002 %. */
const DEVICE_BYTES = 6;

/**
 * Returns the salt of a day, which is the same in all processes.
 * @param isOpen whether the day has not been closed, so that a missing salt may be created
 * @returns undefined if the day has been closed
 */
export async function saltOf(database: Database, day: string, isOpen: boolean): Promise<string | undefined> {
  const query = sql`SELECT salt FROM statistics_salts WHERE day = ${day}`;
  const stored = (await database.get<{ salt: string }>(query))?.salt;
  // Backups contain an empty salt.
  if (stored || !isOpen) return stored || undefined;
  const salt = randomBytes(32).toString('base64url');
  await database.run(sql`${insertInto('statistics_salts', { day, salt })} 
    ON CONFLICT (day) DO UPDATE SET salt = excluded.salt WHERE statistics_salts.salt = ''`);
  return (await database.one<{ salt: string }>(query)).salt;
}

/**
 * Returns a number that distinguishes devices within a day and a scope. Without the salt, it cannot be traced back to
 * the device, nor linked to other days or scopes.
 * @param scope a brand, or a brand and a word
 */
export function deviceNumber(salt: string, scope: string, { address, userAgent }: Sender): number {
  const hashed = createHmac('sha256', salt).update(`${scope}\n${address}\n${userAgent}`).digest();
  return hashed.readUIntBE(0, DEVICE_BYTES);
}

/** Number of groups of an IPv6 address that make up a network: /48, which a customer may get. */
const IPV6_GROUPS = 3;

/**
 * Returns a number above 0 that distinguishes networks (IPv4: /24, IPv6: /48) within a day and a brand. Without the salt,
 * it cannot be traced back to the network.
 */
export function networkNumber(salt: string, brand: string, address: string): number {
  const network = address.includes(':')
    ? address.split(':').slice(0, IPV6_GROUPS).join(':')
    : address.slice(0, address.lastIndexOf('.'));
  const hashed = createHmac('sha256', salt).update(`${brand}\nnetwork\n${network}`).digest();
  return hashed.readUIntBE(0, DEVICE_BYTES) + 1;
}
