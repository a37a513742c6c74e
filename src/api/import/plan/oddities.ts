import { parseTitle } from '../../epub/titles.ts';
import { parseHeading } from '../../manuscript/headings/parse.ts';
import type { ChapterBlocks } from './blocks.ts';
import type { ChapterPreview, Oddity } from './types.ts';

/**
 * Minimum number of words of an ordinary chapter. A shorter one may be only a heading, unless most chapters are short.
 */
const MIN_WORDS = 20;
const SHORT_SHARE = 0.2;
/** Maximum number of words of an ordinary chapter. In a longer one, headings were probably missed. */
const MAX_WORDS = 50_000;
const LONG_RATIO = 12;
const MIN_LONG_WORDS = 15_000;
/** Minimum length of blocks that are compared. Shorter ones, such as "Yes.", are repeated in every book. */
const MIN_COMPARED_WORDS = 8;
/** A chapter is a duplicate if at least this fraction of its words is in an earlier chapter. */
const DUPLICATE_SHARE = 0.6;
const MIN_DUPLICATE_WORDS = 25;
/** Maximum number of messages per kind of mistake. */
const MAX_MESSAGES = 50;

type OddityOf = (chapters: readonly ChapterPreview[], blocks: readonly ChapterBlocks[]) => Oddity[];

/** Finds probable mistakes in the chapters of a book, such as empty or repeated chapters. */
export function odditiesOf(chapters: readonly ChapterPreview[], blocks: readonly ChapterBlocks[]): Oddity[] {
  const checks: OddityOf[] = [emptyChapters, shortChapters, longChapters, gaps, repeatedNumbers, duplicates];
  return checks.flatMap((check) => check(chapters, blocks).slice(0, MAX_MESSAGES));
}

/** Maximum number of chapters that a message names. */
const MAX_NAMED = 5;

const listed = (names: readonly string[]) =>
  names.length <= MAX_NAMED
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;

const named = ({ title, index }: ChapterPreview) => `${index + 1} "${title}"`;

const emptyChapters: OddityOf = (chapters) =>
  chapters
    .filter(({ words, pictures }) => words === 0 && pictures === 0)
    .map((chapter) => ({
      kind: 'empty',
      chapters: [chapter.index],
      message: `Chapter ${named(chapter)} has no text.`,
    }));

function usualWords(chapters: readonly ChapterPreview[]): number {
  const sorted = chapters.map(({ words }) => words).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const shortChapters: OddityOf = (chapters) => {
  const limit = Math.min(MIN_WORDS, usualWords(chapters) * SHORT_SHARE);
  return chapters
    .filter(({ words, pictures }) => words > 0 && pictures === 0 && words < limit)
    .map((one) => ({
      kind: 'short',
      chapters: [one.index],
      message: `Chapter ${named(one)} has only ${one.words === 1 ? '1 word' : `${one.words} words`}. Merge it if it is not a chapter.`,
    }));
};

const longChapters: OddityOf = (chapters) => {
  const limit = Math.min(MAX_WORDS, Math.max(MIN_LONG_WORDS, usualWords(chapters) * LONG_RATIO));
  return chapters
    .filter(({ words }) => words >= limit)
    .map((one) => ({
      kind: 'long',
      chapters: [one.index],
      message: `Chapter ${named(one)} has ${one.words} words. Split it if headings in it were missed.`,
    }));
};

interface Numbered {
  readonly chapter: ChapterPreview;
  readonly number: number;
  /** The number as it is written, because 1.1 and 1.10 have the same value. */
  readonly text: string;
}

/** Returns the chapters that have a number in their title. */
function numbersOf(chapters: readonly ChapterPreview[]): Numbered[] {
  return chapters.flatMap((chapter) => {
    if (chapter.kind === 'section') return [];
    const parsed = parseTitle(chapter.title, chapters.length)?.number;
    const number = parseHeading(chapter.title)?.value ?? Number(parsed);
    return Number.isFinite(number) ? [{ chapter, number, text: parsed ?? String(number) }] : [];
  });
}

const gaps: OddityOf = (chapters) => {
  const numbers = numbersOf(chapters);
  return numbers.flatMap(({ chapter, number }, at) => {
    const before = numbers[at - 1];
    if (!before || Math.floor(number) <= Math.floor(before.number) + 1) return [];
    // Numbers may restart in a new part.
    if (before.chapter.part !== chapter.part && number === 1) return [];
    const message = `After ${before.number} comes ${number}: "${before.chapter.title}", then "${chapter.title}". Check whether a chapter is missing.`;
    return [{ kind: 'gap' as const, chapters: [before.chapter.index, chapter.index], message }];
  });
};

const repeatedNumbers: OddityOf = (chapters) => {
  const groups = Map.groupBy(numbersOf(chapters), ({ chapter, text }) => `${chapter.part ?? ''} ${text}`);
  const runs = countRestarts(numbersOf(chapters));
  return [...groups.values()].flatMap((group) => {
    const [first, second] = group;
    if (!first || !second || runs > 0) return [];
    const message = `The number ${first.text} occurs ${group.length} times: ${listed(group.map(({ chapter }) => named(chapter)))}.`;
    return [{ kind: 'duplicate' as const, chapters: group.map(({ chapter }) => chapter.index), message }];
  });
};

/** Counts how often the numbers restart at 1, as they do in a book whose parts have no titles. */
const countRestarts = (numbers: readonly Numbered[]) =>
  numbers.filter(({ number }, at) => at > 0 && number === 1 && (numbers[at - 1]?.number ?? 0) > 1).length;

/** Finds chapters that mostly consist of the text of an earlier chapter. */
const duplicates: OddityOf = (chapters, blocks) => {
  /** For the text of each long block, the first chapter that contains it. */
  const first = new Map<string, number>();
  return chapters.flatMap((chapter, at): Oddity[] => {
    const shared = new Map<number, number>();
    let compared = 0;
    for (const { text, words } of blocks[at]?.blocks ?? []) {
      if (words < MIN_COMPARED_WORDS) continue;
      compared += words;
      const key = text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
      const other = first.get(key);
      if (other === undefined) first.set(key, at);
      else if (other !== at) shared.set(other, (shared.get(other) ?? 0) + words);
    }
    const [best] = [...shared].toSorted((a, b) => b[1] - a[1]);
    if (!best || best[1] < MIN_DUPLICATE_WORDS || best[1] < compared * DUPLICATE_SHARE) return [];
    const original = chapters[best[0]];
    if (!original) return [];
    const message = `Chapter ${named(chapter)} has the same text as ${named(original)}. Leave one of them out.`;
    return [{ kind: 'duplicate', chapters: [original.index, chapter.index], message }];
  });
};
