import { titleWords } from '#src/api/epub/titles.ts';

const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;
const UNSEEN = /^(?:script|style|svg|title|head)$/;
const HEADING = /^(?:h[1-6]|hgroup|header)$/;
/** Number of consecutive equal words after which a difference counts as ended. */
const AGREEMENT = 4;
const MAX_GAP_WORDS = 4000;

export interface Word {
  readonly text: string;
  readonly isHeading: boolean;
}

/** Words as a reader sees them: inline elements do not separate words, all others do. */
export function wordsOf(body: Element): Word[] {
  const words: Word[] = [];
  let partial = '';
  const end = (isHeading: boolean) => {
    if (partial !== '') words.push({ text: partial, isHeading });
    partial = '';
  };
  const visit = (node: Node, isHeading: boolean): void => {
    if (node.nodeType === 3) {
      for (const part of (node.textContent ?? '').split(/(\s+)/)) {
        if (/^\s+$/.test(part)) end(isHeading);
        else partial += part;
      }
      return;
    }
    const name = node.nodeName.toLowerCase();
    if (UNSEEN.test(name)) return;
    const within = isHeading || HEADING.test(name);
    if (!INLINE.test(name)) end(isHeading);
    for (const child of node.childNodes) visit(child, within);
    if (!INLINE.test(name)) end(within);
  };
  visit(body, false);
  end(false);
  return words;
}

export interface Difference {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

/** @param titles titles of chapters and parts; words of headings do not count as lost if they occur in a title */
export function compareWords(source: readonly Word[], ours: readonly string[], titles: readonly string[]): Difference {
  // A title may be shown as written, or with a label and number that replace its own: "I" becomes "Chapter 1".
  const titleVocabulary = new Set(titles.flatMap((title) => [...titleWords(title), ...lettersOf(title)]));
  const isKnown = ({ text, isHeading }: Word) =>
    isHeading && [titleWords(text), lettersOf(text)].some((words) => words.every((word) => titleVocabulary.has(word)));
  const [lost, doubled]: [Word[], string[]] = [[], []];
  for (let [at, own] = [0, 0]; at < source.length || own < ours.length; ) {
    if (source[at]?.text === ours[own]) {
      at += 1;
      own += 1;
      continue;
    }
    const [skipped, added] = distance(source, ours, at, own);
    const shift = headingShift(source, at, skipped);
    lost.push(...source.slice(at - shift, at + skipped - shift));
    doubled.push(...ours.slice(own, own + added));
    at += skipped;
    own += added;
  }
  return { lost: lost.filter((word) => !isKnown(word)).map(({ text }) => text), doubled };
}

const lettersOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Corrects a match between a heading and the text below it that begin with the same words: the words of the heading
 * were matched instead of the words of the text.
 * @returns number of words by which to move the skipped words towards the heading
 */
function headingShift(source: readonly Word[], at: number, skipped: number): number {
  let shift = 0;
  for (;;) {
    const [first, last] = [source[at - shift - 1], source[at + skipped - shift - 1]];
    if (!first?.isHeading || last === undefined || last.isHeading || first.text !== last.text) return shift;
    shift += 1;
  }
}

/** Returns the number of words to skip in each text until both match again. */
function distance(source: readonly Word[], ours: readonly string[], at: number, own: number): [number, number] {
  for (let sum = 1; sum < MAX_GAP_WORDS; sum += 1) {
    for (let skipped = sum; skipped >= 0; skipped -= 1) {
      if (agree(source, ours, at + skipped, own + sum - skipped)) return [skipped, sum - skipped];
    }
  }
  return [source.length - at, ours.length - own];
}

function agree(source: readonly Word[], ours: readonly string[], at: number, own: number): boolean {
  if (at > source.length || own > ours.length) return false;
  for (let next = 0; next < AGREEMENT; next += 1) {
    if (source[at + next]?.text !== ours[own + next]) return false;
  }
  return true;
}
