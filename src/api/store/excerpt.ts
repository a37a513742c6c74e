const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'source', 'track', 'wbr']);

/**
 * Returns the first `count` words of sanitised HTML and an ellipsis, and closes all open elements. Returns HTML with
 * fewer words unchanged.
 */
export function excerpt(html: string, count: number): string {
  const open: string[] = [];
  let left = count;
  let end = 0;
  for (const [token, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)[^>]*>|[^<]+|</gi)) {
    if (name !== undefined) follow(open, slash === '/', name.toLowerCase());
    else {
      const cut = afterWords(token, left);
      if (cut < token.length) return `${html.slice(0, end + cut)} …${closers(open)}`;
      left -= wordsIn(token);
    }
    end += token.length;
  }
  return html;
}

function follow(open: string[], closing: boolean, name: string): void {
  if (VOID.has(name)) return;
  if (!closing) open.push(name);
  else if (open.at(-1) === name) open.pop();
}

const closers = (open: readonly string[]) =>
  open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');

const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0;

/** Returns where word number `count` of a text ends, or the length of a text with fewer words. Reads no further. */
function afterWords(text: string, count: number): number {
  let words = 0;
  let end = 0;
  for (const match of text.matchAll(/\S+/g)) {
    if (words === count) return end;
    words += 1;
    end = match.index + match[0].length;
  }
  return text.length;
}
