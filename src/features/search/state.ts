import { atom } from 'nanostores';
import { type Suggestion, searchPopular, searchSuggest, searchTyped } from '#src/contract/calls/suggestion.ts';
import { chosenContent, LOCALES, type Locale, type LocaleCode } from '#src/contract/locales.ts';
import { staticIndexPath } from '#src/contract/static-files.ts';
import type { FoundEntry } from '#src/contract/static-index.ts';
import { SECTION_COOKIE } from '#src/lib/cookie.ts';
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $recentSearches } from '#src/shell/state/local-storage.ts';
import { $pageContext } from '#src/shell/state/page-context.ts';
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
  if (isPopularRequested || IS_STATIC_SITE) return;
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
  if (IS_STATIC_SITE) return suggestFromIndex(typed, content);
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
  if (keyword !== '' && !IS_STATIC_SITE) void callUpstream(searchTyped, { keyword }, { keepalive: true, content });
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

/** The index of each requested section. A failed request is repeated by the next search. */
const indexes = new Map<number, Promise<(words: string) => FoundEntry[]>>();

/** Searches the index of a static site. @throws if the index cannot be loaded */
export async function searchInIndex(words: string, content?: Locale): Promise<FoundEntry[]> {
  const { section } = content ?? LOCALES[$pageContext.get().locale];
  const opened = indexes.get(section) ?? loadIndex(section);
  indexes.set(section, opened);
  opened.catch(() => indexes.delete(section));
  return (await opened)(words);
}

async function loadIndex(section: number): Promise<(words: string) => FoundEntry[]> {
  const [{ openIndex }, response] = await Promise.all([
    import('#src/contract/static-index.ts'),
    fetch(staticIndexPath(section)),
  ]);
  if (!response.ok) throw new Error(`The search index could not be loaded: status ${response.status}.`);
  return openIndex(await response.text());
}

const MAX_SUGGESTIONS = 8;

async function suggestFromIndex(typed: string, content: Locale | undefined): Promise<void> {
  try {
    setSuggestions((await searchInIndex(typed, content)).slice(0, MAX_SUGGESTIONS), 'idle');
  } catch {
    setSuggestions([], platform().isOnline() ? 'failed' : 'offline');
  }
}
