import { parseHeading } from '../headings/parse.ts';
import type { Stretch } from '../split.ts';
import type { Doubt } from '../types.ts';

/** A longer text without chapters raises a doubt. */
const MAX_WORDS_WITHOUT_CHAPTERS = 10_000;
/** A longer chapter raises a doubt, because it probably contains another chapter. */
const MAX_CHAPTER_WORDS = 60_000;
/** Maximum number of chapters named in one message. */
const MAX_NAMES = 5;

/**
 * Returns what the operator should check about the chapters of a plain text, because headings may have been misread.
 */
export function chapterDoubts(chapters: readonly Stretch[], by: 'headings' | 'rules' | 'nothing'): Doubt[] {
  const words = chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  const long = chapters.filter((chapter) => chapter.words > MAX_CHAPTER_WORDS);
  const gaps = by === 'headings' ? gapsIn(chapters) : [];
  const messages = [
    by === 'nothing' &&
      words > MAX_WORDS_WITHOUT_CHAPTERS &&
      'No headings were found, so the text is one chapter. Name the lines that begin chapters with --chapter-pattern.',
    by === 'rules' && `No headings were found, so the text is divided at its rules into ${chapters.length} chapters.`,
    gaps.length > 0 &&
      `The numbers of the chapters have gaps: ${list(gaps)}. Check whether headings were missed or the file lacks chapters.`,
    long.length > 0 &&
      by !== 'nothing' &&
      `Very long chapters: ${list(long.map(({ title = '', words: own }) => `"${title}" (${own} words)`))}. Check whether headings in them were missed.`,
  ];
  return messages.flatMap((message) => (message ? [{ about: 'chapters' as const, message, isQuestion: false }] : []));
}

/** Reports gaps such as "after 12 comes 14". Numbers that start again, such as in the next part, are not gaps. */
function gapsIn(chapters: readonly Stretch[]): string[] {
  const numbers = chapters.flatMap(({ number, title = '', kind }) => {
    const value = kind === 'chapter' ? (number ?? parseHeading(title)?.value) : undefined;
    return value === undefined ? [] : [value];
  });
  return numbers.flatMap((value, index) => {
    const previous = numbers[index - 1];
    const isGap = previous !== undefined && Math.floor(value) > Math.floor(previous) + 1;
    return isGap ? [`after ${previous} comes ${value}`] : [];
  });
}

const list = (names: readonly string[]): string =>
  names.length <= MAX_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`;
