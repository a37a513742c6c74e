import { CHAPTER_EVENT } from '#src/lib/browser-events.ts';
import { findText, type TextMatch } from '#src/lib/find-text.ts';
import { $pageSearch, showMatches } from '#src/stores/find-in-book.ts';
import { articlesShown } from '../articles.ts';
import { rangeAt } from '../marks/mark-ranges.ts';
import { isPaged, pageShown } from '../paginated/page-columns.ts';
import { paint } from '../text/highlight-layers.ts';
import { articleText } from '../text/ranges.ts';
import { reveal } from '../text/reveal.ts';

/** Places shown at most: a letter alone stands in every line. */
const MOST = 2000;

let ranges: readonly Range[] = [];

/** Looks for a word in the chapters on the page, and begins at the first place that is not above the window. */
export function findOnPage(word: string): void {
  ranges = articles().flatMap((article) => rangesOf(article, word.trim()));
  const nearest = ranges.findIndex((range) => range.getBoundingClientRect().bottom > 0);
  showMatches(word.trim(), ranges.length, Math.max(0, nearest));
}

/** In pages only the chapter that shows can be turned to. */
function articles(): Element[] {
  const part = isPaged() ? pageShown() : null;
  return part ? [...part.querySelectorAll('[data-reader-text]')] : articlesShown();
}

function rangesOf(article: Element, word: string): Range[] {
  const { text, spotAt } = articleText(article);
  const ranged = (found: TextMatch) => rangeAt(found, spotAt);
  return findText(text, word, MOST)
    .map(ranged)
    .filter((range) => range !== null);
}

/** Colours the places and follows from one to the next, also where chapters come and go; gives what ends it. */
export function showFindings(): () => void {
  const again = () => {
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
  document.addEventListener(CHAPTER_EVENT, again);
  return () => {
    stop();
    document.removeEventListener(CHAPTER_EVENT, again);
    ranges = [];
    for (const layer of ['lectern-find', 'lectern-found'] as const) paint(layer, []);
  };
}
