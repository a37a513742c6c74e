import { STAFF_SESSION_SECONDS } from '#src/api/store/visitors/staff.ts';
import { cookieOf } from '#src/lib/read-cookie.ts';
import type { Reached } from '../http/origin.ts';

/** By https the browser itself keeps others from setting it; by http to this machine it could not be kept so named. */
const nameOf = ({ isSecure }: Reached) => (isSecure ? '__Host-lectern_admin' : 'lectern_admin');

/** The token of the session, or ''. */
export const tokenOf = (cookies: string | undefined, reached: Reached): string => {
  const value = cookieOf(cookies ?? '', nameOf(reached)) ?? '';
  return /^[\w-]{1,100}$/.test(value) ? value : '';
};

/** The header Set-Cookie; an empty token takes the cookie away. */
export function sessionCookie(token: string, reached: Reached): string {
  const seconds = token === '' ? 0 : STAFF_SESSION_SECONDS;
  const secure = reached.isSecure ? '; Secure' : '';
  return `${nameOf(reached)}=${token}; Max-Age=${seconds}; Path=/${secure}; HttpOnly; SameSite=Strict`;
}
