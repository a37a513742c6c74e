import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieOf } from '#src/lib/read-cookie.ts';
import { AdminError } from '../http/error.ts';

const LINK_SECONDS = 60 * 60;
const SESSION_SECONDS = 4 * 60 * 60;
const COOKIE = 'lectern_setup';

/** Who may use the first screen. The link and the session exist only in the memory of this process. */
export interface SetupAccess {
  /** Token of the link that is printed in the terminal. */
  readonly token: string;
  /**
   * Exchanges the link's token for a session, once.
   * @returns the Set-Cookie header
   * @throws AdminError gone for a token that is wrong, used or expired
   */
  open(token: string): string;
  /** @throws AdminError signed_out */
  check(cookies: string | undefined): void;
}

const newToken = () => randomBytes(32).toString('base64url');

export function createSetupAccess(now: () => Date): SetupAccess {
  const token = newToken();
  const expiresAt = now().getTime() + LINK_SECONDS * 1000;
  let isUsed = false;
  let session: { readonly token: string; readonly expiresAt: number } | undefined;
  return {
    token,
    open(input) {
      if (isUsed || now().getTime() >= expiresAt || !isEqual(input, token)) throw linkGone();
      isUsed = true;
      session = { token: newToken(), expiresAt: now().getTime() + SESSION_SECONDS * 1000 };
      return `${COOKIE}=${session.token}; Max-Age=${SESSION_SECONDS}; Path=/api/setup; HttpOnly; SameSite=Strict`;
    },
    check(cookies) {
      const sent = cookieOf(cookies ?? '', COOKIE) ?? '';
      if (!session || now().getTime() >= session.expiresAt || !isEqual(sent, session.token))
        throw new AdminError('signed_out', `Open the link that npm run admin has printed. ${NEW_LINK}`);
    },
  };
}

const NEW_LINK = 'For a new link, stop npm run admin and start it again; your answers are saved.';

const linkGone = () => new AdminError('gone', `This link has expired or was used. ${NEW_LINK}`);

/** Compares in a time that does not depend on the content. */
const isEqual = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other));

const hashOf = (text: string) => createHash('sha256').update(text).digest();
