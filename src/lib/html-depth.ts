import { Parser } from 'htmlparser2';

/**
 * Measures how deeply elements are nested in unchecked HTML, using the sanitiser's parser (htmlparser2). Void elements,
 * such as images, count. Parsing time grows with the product of length and depth.
 * @param maxDepth the parser stops when this depth is exceeded
 * @returns the greatest depth, at most `maxDepth + 1`
 */
export function htmlDepth(html: string, maxDepth: number): number {
  const open: string[] = [];
  let deepest = 0;
  const note = (depth: number) => {
    deepest = Math.max(deepest, depth);
    if (deepest > maxDepth) parser.pause();
  };
  const parser = new Parser({
    onopentag(name) {
      open.push(name);
      note(open.length);
    },
    ontext(text) {
      // Also counts the text inside a frame, because the sanitiser parses that text as HTML again.
      if (open.at(-1) === 'iframe') note(open.length + text.split('<').length - 1);
    },
    onclosetag() {
      open.pop();
    },
  });
  parser.end(html);
  return Math.min(deepest, maxDepth + 1);
}
