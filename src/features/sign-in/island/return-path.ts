/**
 * The path in `?to=`; undefined unless it is on this site and not the sign-in page. This prevents open redirects and
 * loops.
 */
export function returnPath(search: string): string | undefined {
  return safePath(new URLSearchParams(search).get('to'));
}

/** Returns the path if it is allowed as a redirect target after signing in, otherwise undefined. */
export function safePath(to: string | null): string | undefined {
  if (to === null || !/^\/(?![/\\])[^\s\\]*$/.test(to)) return undefined;
  return /^(\/[a-z]{2})?\/login([/?#]|$)/.test(to) ? undefined : to;
}

/** Removes the query from the page's address. */
export const forgetQuery = (): void => history.replaceState(history.state, '', location.pathname);
