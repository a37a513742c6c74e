/** The value of a cookie in `document.cookie` or the header Cookie; undefined if the cookie is missing. */
export function cookieOf(cookies: string, name: string): string | undefined {
  const pair = cookies.split(/; ?/).find((cookie) => cookie.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
