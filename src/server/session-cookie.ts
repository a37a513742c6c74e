import { cookieOf, SESSION_COOKIE } from '#src/lib/cookie.ts';
import type { Ask } from './answer.ts';

/** Calls that begin, renew or end a session. */
const isAboutSessions = ({ path }: Ask) => /\/v1\/(auth\.\w+|user\.delete)$/.test(path);

/** The session's cookie, for the calls that need it and no other; no other cookie leaves the front. */
export function askedCookie(ask: Ask): Record<string, string> {
  const value = isAboutSessions(ask) ? cookieOf(ask.cookie ?? '', SESSION_COOKIE) : undefined;
  return value === undefined ? {} : { cookie: `${SESSION_COOKIE}=${value}` };
}

/** An upstream sets the session's cookie, in answer to those calls, and no other. */
export function answeredCookies(ask: Ask, given: string | string[] | undefined): string[] {
  if (given === undefined || !isAboutSessions(ask)) return [];
  const cookies = typeof given === 'string' ? [given] : given;
  return cookies.filter((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`));
}
