import { Parser } from 'htmlparser2';

/**
 * How deep elements stand in one another in HTML that nobody has measured yet, as the sanitiser finds them: its parser
 * (htmlparser2) reads them here too. Elements without content, such as images, count. The time of a parser grows with the
 * product of length and depth, so this one ends once the limit is exceeded.
 * @param most the parser ends once it is exceeded
 * @returns the greatest depth, at most `most + 1`
 */
export function htmlDepth(html: string, most: number): number {
  const open: string[] = [];
  let deepest = 0;
  const note = (depth: number) => {
    deepest = Math.max(deepest, depth);
    if (deepest > most) parser.pause();
  };
  const parser = new Parser({
    onopentag(name) {
      open.push(name);
      note(open.length);
    },
    ontext(text) {
      // The sanitiser reads the text in a frame once more as HTML.
      if (open.at(-1) === 'iframe') note(open.length + text.split('<').length - 1);
    },
    onclosetag() {
      open.pop();
    },
  });
  parser.end(html);
  return Math.min(deepest, most + 1);
}
