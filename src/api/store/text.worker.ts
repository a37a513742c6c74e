import type { FoundChapter } from '#src/contract/calls/chapter.ts';
import { quoteMatches } from '#src/lib/find-text.ts';
import { excerpt } from './excerpt.ts';
import { plainText } from './plain-text.ts';

/** A chapter to search. */
export interface SearchedText {
  readonly html: string;
  /** Number of words that this visitor may read; undefined for all. */
  readonly freeWords: number | undefined;
}

export interface TextSearch {
  readonly texts: readonly SearchedText[];
  readonly keyword: string;
  /** The search stops after this many matching texts. */
  readonly maxMatches: number;
}

export interface MatchingText extends Pick<FoundChapter, 'count' | 'snippets'> {
  /** Index among the texts. */
  readonly index: number;
}

export interface TextSearchResult {
  readonly matchingTexts: readonly MatchingText[];
  /** Number of texts that were searched. */
  readonly searched: number;
}

export function find({ texts, keyword, maxMatches }: TextSearch): TextSearchResult {
  const matchingTexts: MatchingText[] = [];
  for (const [index, { html, freeWords }] of texts.entries()) {
    if (matchingTexts.length === maxMatches) return { matchingTexts, searched: index };
    const text = plainText(freeWords === undefined ? html : excerpt(html, freeWords));
    const matches = quoteMatches(text, keyword);
    if (matches.count > 0) matchingTexts.push({ index, ...matches });
  }
  return { matchingTexts, searched: texts.length };
}
