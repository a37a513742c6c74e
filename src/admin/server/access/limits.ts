import { type CreateLimiter, createLimits, type RateLimit } from '#src/api/visitors/rate-limits.ts';
import { AdminError } from '../http/error.ts';

/** The number of attempts allowed, and the period in seconds. */
const RULES = {
  adminByEmail: [10, 900],
  adminByAddress: [30, 900],
  // At any time, 3 of the 1,000,000 codes are valid: guessing one takes about two years, even with the password.
  adminCodeByUser: [5, 900],
  adminPasswordByUser: [10, 900],
} as const satisfies Record<string, readonly [points: number, duration: number]>;

export type AdminLimits = Readonly<Record<keyof typeof RULES, RateLimit>>;

export const createAdminLimits = (createLimiter?: CreateLimiter): AdminLimits => createLimits(RULES, createLimiter);

/**
 * @param seconds until the next attempt is allowed; 0 if it is allowed now
 * @throws AdminError too_many
 */
export function checkLimit(seconds: number): void {
  if (seconds === 0) return;
  const message = `Too many attempts. Try again in ${Math.ceil(seconds / 60)} min.`;
  throw new AdminError('too_many', message, { headers: { 'retry-after': String(seconds) } });
}
