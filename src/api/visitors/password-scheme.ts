/** One way of storing passwords. */
export interface Scheme {
  /** Hashes a password. @returns the PHC string to store */
  hash(password: string): Promise<string>;
  /** Verifies a password. @returns undefined if another scheme created the stored hash */
  verify(password: string, stored: string): Promise<boolean | undefined>;
  /** Whether this scheme created the stored hash with its current cost. */
  isCurrent(stored: string): boolean;
}

/** Encodes bytes in Base64 without padding, as in PHC strings. */
export const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
