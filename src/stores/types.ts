import { atom } from 'nanostores';
import { searchSuggest } from '#src/contract/calls/search-suggest.ts';
import type { Suggestion } from '#src/contract/entities/visitor.ts';
import { callUpstream } from './host.ts';
import { $recentSearches } from './local.ts';

/** What the visitor may be looking for while typing, by type: books, authors, tags, keywords. */
export const $suggestions = atom<readonly Suggestion[]>([]);

export const RECENT_SEARCHES = 8;

let underWay: AbortController | undefined;

/** Asks for suggestions; an answer that comes after a newer question is dropped. */
export async function suggest(keyword: string): Promise<void> {
  underWay?.abort();
  const typed = keyword.trim();
  if (typed === '') return $suggestions.set([]);
  const request = new AbortController();
  underWay = request;
  const result = await callUpstream(searchSuggest, { keyword: typed }, { quiet: true, signal: request.signal });
  if (!request.signal.aborted) $suggestions.set(result.data.items);
}

export function clearSuggestions(): void {
  underWay?.abort();
  $suggestions.set([]);
}

export function rememberSearch(word: string): void {
  const typed = word.trim().slice(0, 200);
  if (typed === '') return;
  $recentSearches.set([typed, ...$recentSearches.get().filter((known) => known !== typed)].slice(0, RECENT_SEARCHES));
}

export function forgetSearches(): void {
  $recentSearches.set([]);
}
