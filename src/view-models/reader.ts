import { bookChapters, bookShow } from '#src/contract/calls/book.ts';
import { chapterShow } from '#src/contract/calls/chapter.ts';
import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Data, Result } from '#src/contract/index.ts';
import { safeChapterHtml } from '#src/lib/chapter-html.ts';
import type { ChapterParts } from './book-parts.ts';
import { coverModel, mediaUrl } from './card.ts';
import { firstReadable } from './chapters.ts';
import type { ReaderModel } from './models.ts';
import type { Upstream } from './source.ts';
import { type Unanswered, unanswered } from './upstream.ts';
import type { Loaded, RequestView, Site } from './view.ts';

/** A chapter. Without one the address leads to the first readable chapter. */
export const readerView: RequestView<ReaderModel> = {
  kind: 'reader',
  load({ params }, _query, upstream, site) {
    const bookId = Number(params['bookId']);
    return params['chapterId'] === undefined
      ? firstChapter(bookId, upstream, site)
      : loadChapter(bookId, Number(params['chapterId']), upstream, site);
  },
};

const leadsTo = (to: string): Loaded<never> => ({ status: 'moved', to, permanent: false });

async function firstChapter(bookId: number, upstream: Upstream, site: Site): Promise<Loaded<never>> {
  const shown = await upstream.call(bookShow, { book_id: bookId });
  const { book } = shown.data;
  if (!book) return unanswered(shown);
  const known = firstReadable(book, []);
  if (known !== undefined) return leadsTo(site.paths.reader(book.id, known));
  const listed = await upstream.call(bookChapters, { book_id: book.id });
  const first = firstReadable(book, listed.data.items);
  return first === undefined ? unanswered(listed) : leadsTo(site.paths.reader(book.id, first));
}

async function loadChapter(bookId: number, id: number, upstream: Upstream, site: Site): Promise<Loaded<ReaderModel>> {
  const [shown, told] = await Promise.all([
    upstream.call(bookShow, { book_id: bookId }),
    upstream.call(chapterShow, { book_id: bookId, chapter_id: id }),
  ]);
  const { book } = shown.data;
  if (!book) return unanswered(shown);
  const parts = await chapterParts(book, id, told, upstream);
  return 'status' in parts ? parts : { status: 'ok', model: readerModel(book, parts, site) };
}

/** @param told what `chapter.show` answered for the chapter */
export async function chapterParts(
  book: BookDetail,
  id: number,
  told: Result<Data<typeof chapterShow>>,
  upstream: Upstream,
): Promise<ChapterParts | Unanswered> {
  const { chapter } = told.data;
  if (!chapter) return upstream.lacks(chapterShow) ? withoutText(book, id, upstream) : unanswered(told);
  if (chapter.book_id !== book.id) return { status: 'missing' };
  const { html, previous_id: previousId, next_id: nextId } = chapter;
  return { chapter, html, previousId, nextId };
}

/** The upstream has no chapter texts: the page names the chapter and sends its reader to the app. */
async function withoutText(book: BookDetail, id: number, upstream: Upstream): Promise<ChapterParts | Unanswered> {
  const listed = await upstream.call(bookChapters, { book_id: book.id });
  const chapters = listed.data.items;
  const index = chapters.findIndex((chapter) => chapter.id === id);
  const chapter = chapters[index];
  if (!chapter) return unanswered(listed);
  return { chapter, html: null, previousId: chapters[index - 1]?.id ?? null, nextId: chapters[index + 1]?.id ?? null };
}

export function readerModel(book: BookDetail, parts: ChapterParts, site: Site): ReaderModel {
  const { id, number, title, part, locked, words, price } = parts.chapter;
  const href = (chapterId: number | null) => (chapterId === null ? null : site.paths.reader(book.id, chapterId));
  return {
    book: {
      id: book.id,
      title: book.title,
      category: book.category,
      author: book.author,
      language: book.language,
      cover: coverModel(book.cover, site),
    },
    bookHref: site.paths.novel(book),
    chapter: { id, number, title, part, locked, words, price },
    html: parts.html === null ? null : safeChapterHtml(parts.html, (url) => mediaUrl(url, site)),
    previousHref: href(parts.previousId),
    nextHref: href(parts.nextId),
    // Places count prefaces and epilogues too, which the book's number of chapters leaves out.
    chapterCount: Math.max(book.last_chapter?.number ?? book.chapters, number),
    bookWords: book.words,
  };
}
