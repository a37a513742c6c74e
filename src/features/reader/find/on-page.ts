import { findText, type TextMatch } from '#src/lib/find-text.ts';
import { CHAPTER_EVENT } from '#src/shell/state/browser-events.ts';
import { articlesShown } from '../island/articles.ts';
import { rangeAt } from '../marks/mark-ranges.ts';
import { isPaged, pageShown } from '../paginated/page-columns.ts';
import { paint } from '../text/highlight-layers.ts';
import { articleText } from '../text/ranges.ts';
import { reveal } from '../text/reveal.ts';
import { $pageSearch, showMatches } from './state.ts';

/** Maximum number of highlighted matches, because a single letter may occur in every line. */
const MAX_MATCHES = 2000;

let ranges: readonly Range[] = [];

/** Searches the loaded chapters. The first match that is not above the window becomes the current match. */
export function findOnPage(word: string): void {
  ranges = articles().flatMap((article) => rangesOf(article, word.trim()));
  const nearest = ranges.findIndex((range) => range.getBoundingClientRect().bottom > 0);
  showMatches(word.trim(), ranges.length, Math.max(0, nearest));
}

/** The chapters to search: all loaded chapters or, in paginated mode, only the visible one. */
function articles(): Element[] {
  const part = isPaged() ? pageShown() : null;
  return part ? [...part.querySelectorAll('[data-reader-text]')] : articlesShown();
}

function rangesOf(article: Element, word: string): Range[] {
  const { text, spotAt } = articleText(article);
  const toRange = (match: TextMatch) => rangeAt(match, spotAt);
  return findText(text, word, MAX_MATCHES)
    .map(toRange)
    .filter((range) => range !== null);
}

/**
 * Highlights the matches, and updates them when chapters are added or removed. Returns a function that removes the
 * highlights.
 */
export function highlightMatches(): () => void {
  const refresh = () => {
    const { word, current } = $pageSearch.get();
    if (word === '') return;
    ranges = articles().flatMap((article) => rangesOf(article, word));
    showMatches(word, ranges.length, Math.max(0, current));
  };
  const stop = $pageSearch.subscribe(({ current }) => {
    const range = ranges[current];
    paint('lectern-find', ranges);
    paint('lectern-found', range ? [range] : []);
    if (range) reveal(range, { at: 0.2 });
  });
  document.addEventListener(CHAPTER_EVENT, refresh);
  return () => {
    stop();
    document.removeEventListener(CHAPTER_EVENT, refresh);
    ranges = [];
    for (const layer of ['lectern-find', 'lectern-found'] as const) paint(layer, []);
  };
}
