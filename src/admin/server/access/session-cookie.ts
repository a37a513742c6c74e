import { STAFF_SESSION_SECONDS } from '#src/api/store/visitors/staff.ts';
import { cookieOf } from '#src/lib/read-cookie.ts';
import type { AdminUrl } from '../http/origin.ts';

/** With `__Host-`, only this host can set the cookie. Browsers accept the prefix only over HTTPS. */
const nameOf = ({ isSecure }: AdminUrl) => (isSecure ? '__Host-lectern_admin' : 'lectern_admin');

/** The session token in a Cookie header, or ''. */
export const tokenOf = (cookies: string | undefined, adminUrl: AdminUrl): string => {
  const value = cookieOf(cookies ?? '', nameOf(adminUrl)) ?? '';
  return /^[\w-]{1,100}$/.test(value) ? value : '';
};

/** The Set-Cookie header. An empty token deletes the cookie. */
export function sessionCookie(token: string, adminUrl: AdminUrl): string {
  const seconds = token === '' ? 0 : STAFF_SESSION_SECONDS;
  const secure = adminUrl.isSecure ? '; Secure' : '';
  return `${nameOf(adminUrl)}=${token}; Max-Age=${seconds}; Path=/${secure}; HttpOnly; SameSite=Strict`;
}
