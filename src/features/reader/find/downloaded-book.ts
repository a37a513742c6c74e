import type { FoundChapter } from '#src/contract/calls/chapter.ts';
import { quoteMatches } from '#src/lib/find-text.ts';
import { $downloads } from '#src/shell/state/local-storage.ts';
import { fetchChapterPage } from '../loaded-chapters/fetch-chapter.ts';
import { blocksOf, textOf } from '../position/blocks.ts';
import { $chapterList, loadChapters } from '../state/chapter-list.ts';
import type { BookMatches } from './state.ts';

/** Number of chapters that are searched per call, before results are shown. */
const CHAPTERS_AT_A_TIME = 100;

/**
 * Searches the chapters of a downloaded book, with results like those of the API call `chapter.find`. Works offline,
 * because the service worker returns the downloaded pages.
 * @param from number of the chapter at which the search starts
 * @param hrefOf returns the path of the chapter with an id
 * @returns null if the book is not downloaded completely
 */
export async function searchDownloadedBook(
  bookId: number,
  word: string,
  from: number,
  hrefOf: (chapterId: number) => string,
): Promise<BookMatches | null> {
  if (!$downloads.get().some(({ book, state }) => book.id === bookId && state === 'kept')) return null;
  await loadChapters(bookId);
  const { bookId: listed, state, chapters } = $chapterList.get();
  if (listed !== bookId || state !== 'ready') return null;
  const remaining = chapters.filter(({ number }) => number >= from);
  const items: FoundChapter[] = [];
  for (const { id, number, title, part } of remaining.slice(0, CHAPTERS_AT_A_TIME)) {
    const matches = quoteMatches(await textOfChapter(hrefOf(id)), word);
    if (matches.count > 0) items.push({ chapter: { id, number, title, part }, ...matches });
  }
  return { items, next: remaining[CHAPTERS_AT_A_TIME]?.number ?? null };
}

async function textOfChapter(href: string): Promise<string> {
  const article = (await fetchChapterPage(href))?.querySelector('[data-reader-text]');
  return article ? blocksOf(article).map(textOf).join('\n') : '';
}
