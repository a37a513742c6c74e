/** One way of storing passwords. */
export interface Scheme {
  /** @returns the PHC string */
  hash(password: string): Promise<string>;
  /** @returns undefined for what another scheme stored */
  verify(password: string, stored: string): Promise<boolean | undefined>;
  /** Whether it was stored by this scheme at today's cost. */
  isCurrent(stored: string): boolean;
}

/** As PHC strings have it, without padding. */
export const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
