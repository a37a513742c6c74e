/** The path `?to=` names, if it is one of this site: nobody is led away after signing in. */
export function returnPath(search: string): string | undefined {
  const to = new URLSearchParams(search).get('to');
  if (to === null || !/^\/(?![/\\])[^\s\\]*$/.test(to)) return undefined;
  return to.startsWith('/login') ? undefined : to;
}
