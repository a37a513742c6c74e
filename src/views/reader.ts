import { bookChapters } from '#src/contract/calls/book-chapters.ts';
import { bookShow } from '#src/contract/calls/book-show.ts';
import { chapterShow } from '#src/contract/calls/chapter-show.ts';
import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { safeChapterHtml } from '#src/lib/chapter-html.ts';
import { coverModel, mediaUrl } from './card.ts';
import type { ReaderModel } from './models.ts';
import type { Upstream } from './source.ts';
import { unanswered } from './upstream.ts';
import type { Loaded, RequestView, Site } from './view.ts';

/** A chapter. Without one the address leads to the first readable chapter, without a book to the history. */
export const readerView: RequestView<ReaderModel> = {
  kind: 'reader',
  async load({ params }, _query, upstream, site) {
    const { bookId, chapterId } = params;
    if (bookId === undefined) return { status: 'moved', to: site.paths.history(), permanent: false };
    const shown = await upstream.call(bookShow, { book_id: Number(bookId) });
    const { book } = shown.data;
    if (!book) return shown.success ? { status: 'missing' } : unanswered(shown);
    return chapterId === undefined
      ? firstChapter(book, upstream, site)
      : loadChapter(book, Number(chapterId), upstream, site);
  },
};

async function firstChapter(book: BookDetail, upstream: Upstream, site: Site): Promise<Loaded<never>> {
  const id = book.first_chapter_id ?? (await chaptersOf(book.id, upstream))[0]?.id;
  return id === undefined
    ? { status: 'missing' }
    : { status: 'moved', to: site.paths.reader(book.id, id), permanent: false };
}

const chaptersOf = async (bookId: number, upstream: Upstream) =>
  (await upstream.call(bookChapters, { book_id: bookId })).data.items;

async function loadChapter(book: BookDetail, id: number, upstream: Upstream, site: Site): Promise<Loaded<ReaderModel>> {
  const result = await upstream.call(chapterShow, { book_id: book.id, chapter_id: id });
  const { chapter } = result.data;
  if (chapter) {
    const html = safeChapterHtml(chapter.html, (url) => mediaUrl(url, site));
    return ok(book, chapter, html, chapter.previous_id, chapter.next_id, site);
  }
  if (!upstream.lacks(chapterShow)) return result.success ? { status: 'missing' } : unanswered(result);
  return withoutText(book, id, upstream, site);
}

/** The upstream has no chapter texts: the page names the chapter and sends its reader to the app. */
async function withoutText(book: BookDetail, id: number, upstream: Upstream, site: Site): Promise<Loaded<ReaderModel>> {
  const chapters = await chaptersOf(book.id, upstream);
  const index = chapters.findIndex((chapter) => chapter.id === id);
  const chapter = chapters[index];
  if (!chapter) return { status: 'missing' };
  return ok(book, chapter, null, chapters[index - 1]?.id ?? null, chapters[index + 1]?.id ?? null, site);
}

function ok(
  book: BookDetail,
  chapter: Chapter,
  html: string | null,
  previousId: number | null,
  nextId: number | null,
  site: Site,
): Loaded<ReaderModel> {
  const { id, number, title, part, locked, words } = chapter;
  const href = (chapterId: number | null) => (chapterId === null ? null : site.paths.reader(book.id, chapterId));
  const model: ReaderModel = {
    book: {
      ...{ id: book.id, title: book.title, category: book.category, author: book.author, language: book.language },
      cover: coverModel(book.cover, site),
    },
    bookHref: site.paths.novel(book),
    chapter: { id, number, title, part, locked, words },
    html,
    previousHref: href(previousId),
    nextHref: href(nextId),
    chapterCount: book.chapters,
  };
  return { status: 'ok', model };
}
