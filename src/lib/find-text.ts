import { fold } from './fold-letters.ts';

/** A passage of a text as offsets in UTF-16 units; the end is exclusive. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
}

interface Folded {
  readonly text: string;
  /**
   * For each UTF-16 unit of `text`, the offset of its character in the original text. The last entry is the offset of
   * the end.
   */
  readonly at: readonly number[];
}

/** Characters without width, which divide, join or hyphenate words. Visitors neither see nor type them. */
const INVISIBLE = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'];

/** Quotes, hyphens and invisible characters, each with its replacement. */
const SIGNS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  ...Object.fromEntries(INVISIBLE.map((character) => [character, ''])),
};

const foldedCharacters = new Map<string, string>();

/** Folds one character. White space of any kind becomes a space. */
function foldCharacter(character: string): string {
  const before = foldedCharacters.get(character);
  if (before !== undefined) return before;
  const plain = SIGNS[character] ?? fold(character);
  const folded = /^\s+$/u.test(plain) ? ' ' : plain;
  if (foldedCharacters.size < 20_000) foldedCharacters.set(character, folded);
  return folded;
}

function foldText(original: string): Folded {
  const at: number[] = [];
  const pieces: string[] = [];
  let index = 0;
  let isSpace = false;
  for (const character of original) {
    const folded = foldCharacter(character);
    if (folded !== ' ' || !isSpace) {
      pieces.push(folded);
      for (let unit = 0; unit < folded.length; unit += 1) at.push(index);
    }
    if (folded !== '') isSpace = folded === ' ';
    index += character.length;
  }
  at.push(original.length);
  return { text: pieces.join(''), at };
}

/** The folded search text; empty if nothing remains. */
const foldedKeyword = (keyword: string) => foldText(keyword.trim()).text;

/**
 * Finds all matches of a word or phrase in a text. Ignores case, accents, and differences between kinds of quotes and
 * spaces.
 */
export function findText(text: string, keyword: string, maxMatches = 10_000): TextMatch[] {
  const needle = foldedKeyword(keyword);
  const matches: TextMatch[] = [];
  if (needle === '') return matches;
  const folded = foldText(text);
  for (let place = folded.text.indexOf(needle); place >= 0 && matches.length < maxMatches; ) {
    const start = folded.at[place] ?? 0;
    const end = folded.at[place + needle.length] ?? text.length;
    matches.push({ start, end: withoutSpace(text, start, end) });
    place = folded.text.indexOf(needle, place + needle.length);
  }
  return matches;
}

/**
 * Returns the end of a match without trailing white space. A run of spaces is one space in the folded text, so a match
 * may include the whole run; then only the text before the run is kept.
 */
function withoutSpace(text: string, start: number, end: number): number {
  const passage = text.slice(start, end);
  return /\s\s$/u.test(passage) ? start + passage.trimEnd().length : end;
}

/** Maximum number of snippets in the contract's `chapter.find`. */
const MAX_SNIPPETS = 3;

export interface TextMatches {
  readonly count: number;
  /** The first matches with the text around them. */
  readonly snippets: ReturnType<typeof around>[];
}

/** Counts the matches in a text and quotes the first three. */
export function quoteMatches(text: string, keyword: string): TextMatches {
  const matches = findText(text, keyword);
  return { count: matches.length, snippets: matches.slice(0, MAX_SNIPPETS).map((match) => around(text, match)) };
}

/** Returns some text before and after a match, cut between words and never inside a character. */
export function around(
  text: string,
  { start, end }: TextMatch,
  room = 60,
): { before: string; match: string; after: string } {
  const before = text
    .slice(Math.max(0, start - room), start)
    .replace(start > room ? /^[\uDC00-\uDFFF]|^\S*\s/ : /^\s+/, '');
  const after = text.slice(end, end + room).replace(end + room < text.length ? /\s\S*$|[\uD800-\uDBFF]$/ : /\s+$/, '');
  return { before: oneLine(before), match: oneLine(text.slice(start, end)), after: oneLine(after) };
}

const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ');
