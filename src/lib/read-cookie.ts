/** The value of a cookie, from `document.cookie` or the header Cookie; undefined if missing. */
export function cookieOf(cookies: string, name: string): string | undefined {
  const found = cookies.split(/; ?/).find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
