import { bookChapters, bookShow } from '#src/contract/calls/book.ts';
import { chapterShow } from '#src/contract/calls/chapter.ts';
import { eventOfBook } from '#src/contract/calls/help-event.ts';
import type { Book, BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Match } from '#src/routes/parse.ts';
import { BESIDE, booksOfAuthor, booksOfTag, type NovelParts } from './book-parts.ts';
import { bookCard, coverModel, tagLink } from './card.ts';
import { firstReadable } from './chapters.ts';
import { bookIdOf } from './find-book.ts';
import type { ActiveNovelModel, BookCard, NovelModel } from './models.ts';
import type { Upstream } from './source.ts';
import { moved, unanswered } from './upstream.ts';
import type { Loaded, RequestView, Site } from './view.ts';

/** A book's own page. */
export const novelView: RequestView<NovelModel> = {
  kind: 'novel',
  load: (match, query, upstream, site) => loadNovel(match, query, upstream, site, site.paths.novel),
};

/** The same page with the book's help event; its canonical address is the novel's. */
export const activeNovelView: RequestView<ActiveNovelModel> = {
  kind: 'activeNovel',
  async load(match, query, upstream, site) {
    const loaded = await loadNovel(match, query, upstream, site, site.paths.activeNovel);
    if (loaded.status !== 'ok') return loaded;
    const { success, data } = await upstream.call(eventOfBook, { book_id: loaded.model.book.id });
    return { status: 'ok', model: { ...loaded.model, event: success === 1 ? data.event : undefined } };
  },
};

async function loadNovel(
  match: Match,
  query: URLSearchParams,
  upstream: Upstream,
  site: Site,
  address: (book: BookDetail) => string,
): Promise<Loaded<NovelModel>> {
  const id = await bookIdOf(match, upstream);
  if (typeof id !== 'number') return id;
  const shown = await upstream.call(bookShow, { book_id: id });
  const { book } = shown.data;
  if (!book) return unanswered(shown);
  const { params } = match;
  const given = [params['id'], params['category'], params['name']];
  if (!isCanonical(given, address(book))) return moved(address(book));
  const [chapters, ofTag, ofAuthor] = await Promise.all([
    upstream.call(bookChapters, { book_id: book.id }),
    booksOfTag(book.tags[0], upstream),
    booksOfAuthor(book.author, upstream),
  ]);
  if (!chapters.success && chapters.status !== 404) return unanswered(chapters);
  const wanted = chapterNumbered(query.get('chapter'), chapters.data.items);
  if (wanted) return { status: 'moved', to: site.paths.reader(book.id, wanted.id), permanent: false };
  const order = query.get('chapters') === 'newest' ? 'newest' : 'oldest';
  const readable = !upstream.lacks(chapterShow);
  const parts = { book, chapters: chapters.data.items, ofTag, ofAuthor, readable };
  return { status: 'ok', model: novelModel(parts, order, site) };
}

/** The chapter at a place of the list, the last one for any place beyond; none where no place is named. */
function chapterNumbered(place: string | null, chapters: Chapters): Chapter | undefined {
  if (place === null || !/^[1-9]\d{0,8}$/.test(place)) return undefined;
  return chapters[Math.min(Number(place), chapters.length) - 1];
}

/** Whether the address's pieces are exactly those of `canonical`, which ends with them. */
function isCanonical(given: readonly (string | undefined)[], canonical: string): boolean {
  return (
    given.every((piece) => piece !== undefined) &&
    canonical.split('/').slice(-3).map(decodeURIComponent).join('/') === given.join('/')
  );
}

type Chapters = readonly Chapter[];

export function novelModel(parts: NovelParts, order: NovelModel['order'], site: Site): NovelModel {
  const { book, chapters, readable } = parts;
  const { paths } = site;
  const firstId = firstReadable(book, chapters);
  return {
    book: { ...book, cover: coverModel(book.cover, site) },
    href: paths.novel(book),
    authorHref: paths.author(book.author),
    categoryHref: paths.category(book.category.name),
    tags: book.tags.map((tag) => tagLink(tag, site)),
    readHref: firstId === undefined ? null : paths.reader(book.id, firstId),
    chapters: chapters.map((chapter) => ({ ...chapter, href: paths.reader(book.id, chapter.id) })),
    trail: [{ name: book.category.name, href: paths.category(book.category.name) }],
    order,
    similar: cardsBeside(book, parts.ofTag, site),
    others: cardsBeside(book, parts.ofAuthor, site),
    readable,
  };
}

function cardsBeside(book: BookDetail, books: readonly Book[], site: Site): BookCard[] {
  return books
    .filter(({ id }) => id !== book.id)
    .slice(0, BESIDE)
    .map((other) => bookCard(other, site));
}
