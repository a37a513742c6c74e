const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'source', 'track', 'wbr']);

/**
 * The first `count` words of sanitised HTML, ending in an ellipsis, with every open element closed again.
 * HTML with fewer words is returned unchanged.
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

/** The end of word number `count`, or the text's length if it has fewer words. Reads no further. */
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
