import { allWords, queryWords, type SearchTerms } from './search-terms.ts';

/** Groups of words with the same meaning. */
export type SynonymGroups = readonly (readonly string[])[];

/**
 * Returns terms for texts that contain every word of a query, or other words of the same group instead. Words of several
 * parts, such as "science fiction", match if they follow each other.
 * @returns undefined if the query contains no word of a group
 */
export function termsWithSynonyms(list: readonly string[], groups: SynonymGroups): SearchTerms | undefined {
  const phrases = groups.map((group) => group.map(queryWords).filter((words) => words.length > 0));
  const terms: SearchTerms[number][] = [];
  let hasSynonyms = false;
  for (let at = 0; at < list.length; ) {
    const matches = phrases.flatMap((group) => group.filter((words) => startsAt(list, at, words)));
    const length = Math.max(0, ...matches.map((words) => words.length));
    if (length === 0) {
      terms.push(...allWords(list).slice(at, at + 1));
      at += 1;
      continue;
    }
    hasSynonyms = true;
    const others = phrases.filter((group) =>
      group.some((words) => words.length === length && startsAt(list, at, words)),
    );
    const usual = list.slice(at, at + length);
    const words = new Map([usual, ...others.flat()].map((phrase) => [phrase.join(' '), phrase]));
    terms.push(Array.from(words.keys(), (phrase) => ({ words: phrase.split(' '), isBeginning: false })));
    at += length;
  }
  return hasSynonyms ? terms : undefined;
}

const startsAt = (list: readonly string[], at: number, words: readonly string[]) =>
  words.every((word, index) => list[at + index] === word);
