/** The value of a cookie, from `document.cookie` or the header Cookie; undefined if missing. */
export function cookieOf(cookies: string, name: string): string | undefined {
  const pair = cookies.split(/; ?/).find((cookie) => cookie.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
