import { atom } from 'nanostores';
import { type Suggestion, searchPopular, searchSuggest, searchTyped } from '#src/contract/calls/suggestion.ts';
import { callUpstream } from './call-upstream.ts';
import { $recentSearches } from './local-storage.ts';

/** What the visitor may be looking for while typing, by type: books, authors, tags, keywords. */
export const $suggestions = atom<readonly Suggestion[]>([]);

/** Words that many search, the most searched first. */
export const $popular = atom<readonly string[]>([]);

let isPopularAsked = false;

/** Asks what is popular, once a page. */
export async function loadPopular(): Promise<void> {
  if (isPopularAsked) return;
  isPopularAsked = true;
  const result = await callUpstream(searchPopular, {}, { quiet: true });
  $popular.set(result.data.items);
}

/** How the last question for suggestions stands. */
export const $suggestionState = atom<'idle' | 'looking' | 'offline'>('idle');

export const RECENT_SEARCHES = 8;
export const WORD_LENGTH = 200;

/** The upstream turned out to lack the call, which is optional: it is not asked again. */
let isAbsent = false;
let pendingRequest: AbortController | undefined;

/** Asks for suggestions; an answer that comes after a newer question is dropped. */
export async function suggest(keyword: string): Promise<void> {
  pendingRequest?.abort();
  const typed = keyword.trim();
  if (typed === '' || isAbsent) return setSuggestions([], 'idle');
  const request = new AbortController();
  pendingRequest = request;
  $suggestionState.set('looking');
  const result = await callUpstream(searchSuggest, { keyword: typed }, { quiet: true, signal: request.signal });
  if (request.signal.aborted) return;
  isAbsent = [404, 405, 501].includes(result.status);
  setSuggestions(result.data.items, result.errors.some(({ code }) => code === 'CLIENT_NETWORK') ? 'offline' : 'idle');
}

function setSuggestions(items: readonly Suggestion[], state: 'idle' | 'offline'): void {
  $suggestions.set(items);
  $suggestionState.set(state);
}

/** Remembers what the visitor searches and tells the upstream, which counts it among what many search. */
export function submitSearch(word: string): void {
  rememberSearch(word);
  const keyword = word.trim().slice(0, WORD_LENGTH);
  // The page may be left before an answer comes.
  if (keyword !== '') void callUpstream(searchTyped, { keyword }, { quiet: true, keepalive: true });
}

export function rememberSearch(word: string): void {
  const typed = word.trim().slice(0, WORD_LENGTH);
  if (typed === '') return;
  const others = $recentSearches.get().filter((known) => known !== typed);
  $recentSearches.set([typed, ...others].slice(0, RECENT_SEARCHES));
}

export function forgetSearches(): void {
  $recentSearches.set([]);
}
