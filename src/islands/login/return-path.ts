/** The path `?to=` names, if it is one of this site and not the sign-in itself: nobody is led away or in circles. */
export function returnPath(search: string): string | undefined {
  const to = new URLSearchParams(search).get('to');
  if (to === null || !/^\/(?![/\\])[^\s\\]*$/.test(to)) return undefined;
  return /^(\/[a-z]{2})?\/login([/?#]|$)/.test(to) ? undefined : to;
}
