import { bookChapters, bookShow } from '#src/contract/calls/book.ts';
import { chapterShow } from '#src/contract/calls/chapter.ts';
import { reportAdd } from '#src/contract/calls/report.ts';
import { safeChapterHtml } from '#src/contract/chapter/chapter-html.server.ts';
import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Data, Result } from '#src/contract/index.ts';
import { coverModel, mediaUrl } from '#src/shell/page/book-card.ts';
import { type ChapterData, firstReadable, type ReadingData } from '#src/shell/page/book-data.ts';
import { canonicalOwner } from '#src/shell/page/canonical-owner.ts';
import { editionLinks, loadEditions } from '#src/shell/page/editions.ts';
import type { ReaderModel } from '#src/shell/page/models.ts';
import { sampleReading } from '#src/shell/page/sample-book.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import {
  type Loaded,
  type LoadFailure,
  loadFailure,
  type OnDemandView,
  type PrerenderedView,
  type Site,
  temporaryRedirect,
} from '#src/shell/page/view.ts';

/** The chapter page, rendered on request. A path without a chapter redirects to the first readable chapter. */
export const readerView: OnDemandView<ReaderModel> = {
  kind: 'reader',
  load({ params }, _query, upstream, site) {
    const bookId = Number(params['bookId']);
    return params['chapterId'] === undefined
      ? firstChapter(bookId, upstream, site)
      : loadChapter(bookId, Number(params['chapterId']), upstream, site);
  },
  sample(site) {
    return readerModel(sampleReading(site), site, true);
  },
};

/** The prerendered pages of first chapters. Their model is the same as that of `readerView`. */
export const prerenderedChapterView: PrerenderedView<ReaderModel> = {
  kind: 'reader',
  *paths({ prerendered }, { paths }) {
    for (const { book, chapterId } of prerendered.all()) {
      if (chapterId === null) continue;
      const params = { bookId: String(book.id), chapterId: String(chapterId) };
      yield { kind: 'reader', path: paths.reader(book.id, chapterId), params, page: 1, aliases: [] };
    }
  },
  load({ params }, { prerendered, reports }, site) {
    const data = prerendered.chapter(Number(params['bookId']));
    if (!data || String(data.chapter.id) !== params['chapterId']) return { status: 'missing' };
    return { status: 'ok', model: readerModel(data, site, reports()) };
  },
  version({ params }, { prerendered, reports }) {
    const version = prerendered.chapterVersion(Number(params['bookId']));
    return version && `${version} ${reports()}`;
  },
};

async function firstChapter(bookId: number, upstream: Upstream, site: Site): Promise<Loaded<never>> {
  const shown = await upstream.call(bookShow, { book_id: bookId });
  const { book } = shown.data;
  if (!book) return loadFailure(shown);
  const firstChapter = firstReadable(book, []);
  if (firstChapter !== undefined) return temporaryRedirect(site.paths.reader(book.id, firstChapter));
  const listed = await upstream.call(bookChapters, { book_id: book.id });
  const first = firstReadable(book, listed.data.items);
  return first === undefined ? loadFailure(listed) : temporaryRedirect(site.paths.reader(book.id, first));
}

async function loadChapter(bookId: number, id: number, upstream: Upstream, site: Site): Promise<Loaded<ReaderModel>> {
  const [shown, result] = await Promise.all([
    upstream.call(bookShow, { book_id: bookId }),
    upstream.call(chapterShow, { book_id: bookId, chapter_id: id }),
  ]);
  const { book } = shown.data;
  if (!book) return loadFailure(shown);
  const parts = await loadChapterData(book, id, result, upstream);
  if ('status' in parts) return parts;
  const editions = await loadEditions(book, id, upstream);
  return { status: 'ok', model: readerModel({ ...parts, book, editions }, site, !upstream.lacks(reportAdd)) };
}

/** Loads a chapter's data. @param result response of `chapter.show` for the chapter */
export async function loadChapterData(
  book: BookDetail,
  id: number,
  result: Result<Data<typeof chapterShow>>,
  upstream: Upstream,
): Promise<ChapterData | LoadFailure> {
  const { chapter } = result.data;
  if (!chapter) return upstream.lacks(chapterShow) ? withoutText(book, id, upstream) : loadFailure(result);
  if (chapter.book_id !== book.id) return { status: 'missing' };
  const { html, previous_id: previousId, next_id: nextId } = chapter;
  return { chapter, html, previousId, nextId };
}

/**
 * The data of a chapter from an upstream without chapter texts. The page then names the chapter and links to the app.
 */
async function withoutText(book: BookDetail, id: number, upstream: Upstream): Promise<ChapterData | LoadFailure> {
  const listed = await upstream.call(bookChapters, { book_id: book.id });
  const chapters = listed.data.items;
  const index = chapters.findIndex((chapter) => chapter.id === id);
  const chapter = chapters[index];
  if (!chapter) return loadFailure(listed);
  return { chapter, html: null, previousId: chapters[index - 1]?.id ?? null, nextId: chapters[index + 1]?.id ?? null };
}

/** The model of a chapter page. @param canReport whether the upstream accepts reports by readers */
function readerModel(parts: ReadingData, site: Site, canReport: boolean): ReaderModel {
  const { book } = parts;
  const { id, number, title, part, locked, words, price, free_from, updated_at } = parts.chapter;
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
    authorHref: site.paths.author(book.author),
    owner: canonicalOwner(book, site),
    chapter: { id, number, title, part, locked, words, price, free_from, updated_at },
    paragraphs: book.paragraphs ?? 'spaced',
    html:
      parts.html === null
        ? null
        : safeChapterHtml(parts.html, {
            mediaUrl: (url) => mediaUrl(url, site),
            chapterHref: (chapterId) => site.paths.reader(book.id, chapterId),
          }),
    previousHref: href(parts.previousId),
    nextHref: href(parts.nextId),
    editions: editionLinks(book, parts.editions, site, true),
    // Chapter numbers also count prefaces and epilogues; the book's number of chapters does not.
    chapterCount: Math.max(book.last_chapter?.number ?? book.chapters, number),
    bookWords: book.words,
    canReport,
  };
}
