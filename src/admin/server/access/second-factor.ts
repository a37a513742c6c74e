import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type StaffCredentials, takeRecoveryCode, takeStep } from '#src/api/store/visitors/staff.ts';
import type { AdminContext } from '../context.ts';
import { AdminError } from '../http/error.ts';
import { checkLimit } from './limits.ts';

const ISSUER = 'Lectern';
const PERIOD_SECONDS = 30;
/** Number of codes before and after the current one that are also accepted: clocks differ, and typing takes time. */
const WINDOW = 1;

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** A new secret, in Base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The `otpauth:` address for the QR code. */
export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step of a code; undefined if the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/**
 * Checks and uses up a code of the second factor, or a recovery code. Each works once.
 * @throws AdminError code_required, code_wrong, too_many
 */
export async function checkCode(
  { store, limits, now }: AdminContext,
  staff: StaffCredentials,
  code: string,
): Promise<void> {
  if (!staff.hasSecondFactor) return;
  if (code === '') throw new AdminError('code_required', 'Enter the code from your authenticator app.');
  checkLimit(await limits.adminCodeByUser.consume(String(staff.id)));
  const step = stepOf(staff.secret ?? '', code, now());
  const isValid =
    step === undefined
      ? await takeRecoveryCode(store.visitors, staff.id, code)
      : await takeStep(store.visitors, staff.id, step);
  if (!isValid) throw new AdminError('code_wrong', 'This code is incorrect or already used. Wait for the next one.');
  await limits.adminCodeByUser.reset(String(staff.id));
}

const RECOVERY_CODES = 10;
/** 24 characters of 4.95 bits each have 118 bits, enough for an unsalted hash (ASVS 6.5.2). */
const GROUPS_PER_CODE = 6;
const LETTERS_PER_GROUP = 4;
/** Excludes letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const letters = (count: number) => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS_PER_CODE }, () => letters(LETTERS_PER_GROUP)).join('-'),
  );
