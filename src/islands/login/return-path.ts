/** The path `?to=` names, if it is one of this site and not the sign-in itself: nobody is led away or in circles. */
export function returnPath(search: string): string | undefined {
  return safePath(new URLSearchParams(search).get('to'));
}

/** A path that may be led to after a sign-in. */
export function safePath(to: string | null): string | undefined {
  if (to === null || !/^\/(?![/\\])[^\s\\]*$/.test(to)) return undefined;
  return /^(\/[a-z]{2})?\/login([/?#]|$)/.test(to) ? undefined : to;
}

/** Takes the query out of the page's address. */
export const forgetQuery = (): void => history.replaceState(history.state, '', location.pathname);
