/** One way of storing passwords. */
export interface Scheme {
  /** @returns the PHC string */
  hash(password: string): Promise<string>;
  /** @returns undefined if another scheme stored it */
  verify(password: string, stored: string): Promise<boolean | undefined>;
  /** Whether it was stored by this scheme with its current cost. */
  isCurrent(stored: string): boolean;
}

/** Base64 without padding, as in PHC strings. */
export const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
