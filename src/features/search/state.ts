import { atom } from 'nanostores';
import { type Suggestion, searchPopular, searchSuggest, searchTyped } from '#src/contract/calls/suggestion.ts';
import { chosenContent, type Locale, type LocaleCode } from '#src/contract/locales.ts';
import { SECTION_COOKIE } from '#src/lib/cookie.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $recentSearches } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';

/** Suggestions while the visitor types: books, authors, tags and keywords. */
export const $suggestions = atom<readonly Suggestion[]>([]);

/** Popular searches, most frequent first. */
export const $popular = atom<readonly string[]>([]);

let isPopularRequested = false;

/** The locale whose content the visitor searches, from the `section` cookie; undefined for the page's own locale. */
export const searchedContent = (active: readonly LocaleCode[]): Locale | undefined =>
  chosenContent(platform().cookie(SECTION_COOKIE), active);

/** Requests popular searches, but only once per page. */
export async function loadPopular(content?: Locale): Promise<void> {
  if (isPopularRequested) return;
  isPopularRequested = true;
  const result = await callUpstream(searchPopular, {}, { content });
  $popular.set(result.data.items);
}

/** State of the last request for suggestions. */
export const $suggestionState = atom<'idle' | 'looking' | 'offline' | 'failed'>('idle');

export const MAX_RECENT_SEARCHES = 8;
export const WORD_LENGTH = 200;

/** Whether the upstream lacks the optional call for suggestions. If so, it is not called again. */
let isAbsent = false;
let pendingRequest: AbortController | undefined;

/** Requests suggestions. A response that arrives after a newer request is ignored. */
export async function suggest(keyword: string, content?: Locale): Promise<void> {
  pendingRequest?.abort();
  const typed = keyword.trim();
  if (typed === '' || isAbsent) return setSuggestions([], 'idle');
  const request = new AbortController();
  pendingRequest = request;
  $suggestionState.set('looking');
  const result = await callUpstream(searchSuggest, { keyword: typed }, { signal: request.signal, content });
  if (request.signal.aborted) return;
  isAbsent = [404, 405, 501].includes(result.status);
  const isOffline = result.errors.some(({ code }) => code === 'CLIENT_NETWORK');
  setSuggestions(result.data.items, isOffline ? 'offline' : result.success || isAbsent ? 'idle' : 'failed');
}

function setSuggestions(items: readonly Suggestion[], state: 'idle' | 'offline' | 'failed'): void {
  $suggestions.set(items);
  $suggestionState.set(state);
}

/** Adds a search to the recent searches, and reports it to the upstream, which counts searches to find popular ones. */
export function submitSearch(word: string, content?: Locale): void {
  rememberSearch(word);
  const keyword = word.trim().slice(0, WORD_LENGTH);
  // The visitor may leave the page before the response arrives.
  if (keyword !== '') void callUpstream(searchTyped, { keyword }, { keepalive: true, content });
}

export function rememberSearch(word: string): void {
  const typed = word.trim().slice(0, WORD_LENGTH);
  if (typed === '') return;
  const otherSearches = $recentSearches.get().filter((word) => word !== typed);
  $recentSearches.set([typed, ...otherSearches].slice(0, MAX_RECENT_SEARCHES));
}

export function forgetSearches(): void {
  $recentSearches.set([]);
}
