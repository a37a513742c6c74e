import MiniSearch, { type Options } from 'minisearch';
import type { Suggestion } from './calls/suggestion.ts';
import type { Cover } from './entities/book.ts';

/** An entry of a static site's search index. */
export interface IndexEntry {
  /** Unique within the index, such as `book-5`. */
  readonly id: string;
  /** The title of a book, or the name of an author, tag or keyword. */
  readonly name: string;
  /** The author of a book; empty for other entries. */
  readonly author: string;
  /** Names of a book's category and tags, separated by spaces; empty for other entries. */
  readonly tags: string;
  readonly found: FoundEntry;
}

/** What the results show of an entry. */
export type FoundEntry = Suggestion & {
  readonly author?: { readonly id: number; readonly name: string };
  readonly cover?: Cover | null;
};

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

const IS_UNSPACED = new RegExp(UNSPACED.source, 'u');

/**
 * Splits a text into the words that are searched for: lower case and without diacritics. A text without spaces is split
 * into pairs of letters, because finding its words would need a dictionary.
 */
export function searchTokens(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase();
  const pairs = (plain.match(UNSPACED) ?? []).flatMap((run) => {
    const letters = [...run];
    return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
  return [...(plain.replaceAll(UNSPACED, ' ').match(/[\p{L}\p{N}]+/gu) ?? []), ...pairs];
}

/** Fewer letters match too many other words if one letter may differ. */
const MIN_FUZZY_LETTERS = 5;

const OPTIONS: Options<IndexEntry> = {
  fields: ['name', 'author', 'tags'],
  storeFields: ['found'],
  tokenize: searchTokens,
  processTerm: (term) => term,
  searchOptions: {
    boost: { name: 4, author: 2 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length >= MIN_FUZZY_LETTERS && !IS_UNSPACED.test(term) ? 0.2 : false),
  },
};

/** Creates an index as JSON. */
export function createIndex(entries: Iterable<IndexEntry>): string {
  const index = new MiniSearch(OPTIONS);
  for (const entry of entries) index.add(entry);
  return JSON.stringify(index);
}

/** Returns the search function of an index. The best matches come first. */
export async function openIndex(json: string): Promise<(words: string) => FoundEntry[]> {
  const index = await MiniSearch.loadJSONAsync(json, OPTIONS);
  return (words) => index.search(words).map((result) => result['found'] as FoundEntry);
}
