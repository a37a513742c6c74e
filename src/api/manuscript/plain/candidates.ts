import type { Heading } from '../headings/heading.ts';
import { parseHeading } from '../headings/parse.ts';
import { ManuscriptError } from '../types.ts';
import { type Line, SENTENCE_END } from './lines.ts';
import type { Shape } from './shape.ts';

/** A line that may be a heading, with its position. */
export interface Candidate {
  readonly at: number;
  readonly heading: Heading;
  /** Index after the last line that belongs to the heading. */
  readonly end: number;
}

/** Matches a line of signs above or below a heading. */
const UNDERLINE = /^([=\-~_*^#—–])\1{2,}$/u;

/** Maximum number of headings. A file with more is not a book. */
const MAX_HEADINGS = 20_000;

const tooMany = () =>
  new ManuscriptError(`It has more than ${MAX_HEADINGS} headings. Divide it, or name them with --chapter-pattern.`);

/**
 * Finds possible headings among single lines between empty lines, or among all lines if the text has no empty lines.
 */
export function candidatesIn(lines: readonly Line[], { hasGaps, wrapWidth }: Shape): Candidate[] {
  const candidates: Candidate[] = [];
  const byName: (Candidate & { readonly name: string })[] = [];
  for (const [at, { text }] of lines.entries()) {
    if (text === '' || text.length > 200) continue;
    const before = lines[at - 1]?.text ?? '';
    const after = lines[at + 1]?.text ?? '';
    const isAlone = before === '' || UNDERLINE.test(before) || candidates.at(-1)?.at === at - 1;
    const mayFollow = !hasGaps || (wrapWidth === undefined && SENTENCE_END.test(before));
    if (!isAlone && !mayFollow) continue;
    const heading = parseHeading(text);
    if (!heading) {
      const named = headingOfBook(text);
      if (named) byName.push({ at, end: at + 1, ...named });
      if (byName.length > MAX_HEADINGS) throw tooMany();
      continue;
    }
    // Skips numbers within running text, and items of a list.
    if (
      heading.level === 'bare' &&
      hasGaps &&
      (before !== '' || (after !== '' && heading.title === '' && after.length < 60)) &&
      candidates.at(-1)?.at !== at - 1
    )
      continue;
    if (heading.level === 'bare' && !hasGaps && heading.title !== '' && SENTENCE_END.test(heading.title)) continue;
    if (wrapWidth !== undefined && after !== '' && before === '' && /^\p{Ll}/u.test(after)) continue;
    candidates.push({ at, heading, end: UNDERLINE.test(after) ? at + 2 : at + 1 });
    if (candidates.length > MAX_HEADINGS) throw tooMany();
  }
  const names = Map.groupBy(byName, ({ name }) => name);
  const repeated = byName.filter(({ name }) => (names.get(name)?.length ?? 0) > 1);
  return [...candidates, ...repeated].toSorted((a, b) => a.at - b.at);
}

/** Parses a heading that begins with the title of the book, as on some websites: "The Raft - Chapter 3". */
function headingOfBook(text: string): { name: string; heading: Heading } | undefined {
  const [, name, headingText] = /^(.{2,80}?)\s*[-–—:|·]\s*(\S.*)$/u.exec(text) ?? [];
  const heading = headingText === undefined ? undefined : parseHeading(headingText);
  return name !== undefined && heading?.level === 'chapter' ? { name, heading } : undefined;
}

/** Minimum number of titles. Fewer may be a coincidence. */
const MIN_TITLES = 3;
const MAX_TITLE_COLUMNS = 64;

/** Finds titles without numbers by the space above them, if a title follows every gap of several lines. */
export function titlesAfterGaps(lines: readonly Line[]): Candidate[] {
  const isEmptyAt = (at: number) => (lines[at]?.text ?? '') === '';
  const filled = lines.flatMap(({ text }, at) => (text === '' ? [] : [at]));
  const afterGaps = filled.filter(
    (at, index) => index === 0 || (isEmptyAt(at - 1) && isEmptyAt(at - 2) && isEmptyAt(at - 3)),
  );
  const isTitle = (at: number) => {
    const line = lines[at];
    return (
      line !== undefined &&
      isEmptyAt(at + 1) &&
      line.width <= MAX_TITLE_COLUMNS &&
      !SENTENCE_END.test(line.text) &&
      !/[,;:，；：]$|^["“„«‘「—–-]|^\p{Ll}/u.test(line.text)
    );
  };
  const titles = afterGaps.filter(isTitle);
  if (titles.length < MIN_TITLES || titles.length < afterGaps.length * 0.9) return [];
  return titles.map((at) => ({ at, end: at + 1, heading: untitledChapter(lines[at]?.text ?? '') }));
}

const untitledChapter = (title: string): Heading => ({
  level: 'chapter',
  unit: 'title',
  value: undefined,
  label: '',
  title,
  isGlued: false,
  isWeak: false,
  language: '',
  keepsLabel: false,
});
