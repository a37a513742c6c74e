import { bookChapters } from '#src/contract/calls/book-chapters.ts';
import { bookShow } from '#src/contract/calls/book-show.ts';
import { chapterShow } from '#src/contract/calls/chapter-show.ts';
import { searchMulti } from '#src/contract/calls/search-multi.ts';
import { tagBooks } from '#src/contract/calls/tag-books.ts';
import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Match } from '#src/paths/parse.ts';
import { bookCard, coverModel, tagLink } from './card.ts';
import { bookIdOf } from './find-book.ts';
import type { BookCard, NovelModel } from './models.ts';
import type { Upstream } from './source.ts';
import { moved, unanswered } from './upstream.ts';
import type { Loaded, RequestView, Site } from './view.ts';

const SIMILAR = 8;

/** A book's own page. */
export const novelView: RequestView<NovelModel> = {
  kind: 'novel',
  load: (match, _query, upstream, site) => loadNovel(match, upstream, site, site.paths.novel),
};

/** The same page reached from a help event: reading goes on in the app. */
export const activeNovelView: RequestView<NovelModel> = {
  kind: 'activeNovel',
  load: (match, _query, upstream, site) => loadNovel(match, upstream, site, site.paths.activeNovel),
};

async function loadNovel(
  match: Match,
  upstream: Upstream,
  site: Site,
  address: (book: BookDetail) => string,
): Promise<Loaded<NovelModel>> {
  const id = await bookIdOf(match, upstream);
  if (id === undefined) return { status: 'missing' };
  const shown = await upstream.call(bookShow, { book_id: id });
  const { book } = shown.data;
  if (!book) return shown.success ? { status: 'missing' } : unanswered(shown);
  const { params } = match;
  const given = [params['id'], params['category'], params['name']];
  if (!isCanonical(given, address(book))) return moved(address(book));
  return { status: 'ok', model: await novelModel(book, upstream, site) };
}

/** Whether the address's pieces are exactly those of `canonical`, which ends with them. */
function isCanonical(given: readonly (string | undefined)[], canonical: string): boolean {
  return (
    given.every((piece) => piece !== undefined) &&
    canonical.split('/').slice(-3).map(decodeURIComponent).join('/') === given.join('/')
  );
}

async function novelModel(book: BookDetail, upstream: Upstream, site: Site): Promise<NovelModel> {
  const [chapters, similar] = await Promise.all([
    upstream.call(bookChapters, { book_id: book.id }),
    similarBooks(book, upstream, site),
  ]);
  const { paths } = site;
  const [first] = chapters.data.items;
  const firstId = book.first_chapter_id ?? first?.id ?? null;
  return {
    book: { ...book, cover: coverModel(book.cover, site) },
    href: paths.novel(book),
    authorHref: paths.author(book.author),
    categoryHref: paths.category(book.category.name),
    tags: book.tags.map((tag) => tagLink(tag, site)),
    readHref: firstId === null ? null : paths.reader(book.id, firstId),
    chapters: chapters.data.items.map((chapter) => ({ ...chapter, href: paths.reader(book.id, chapter.id) })),
    similar,
    trail: [{ name: book.category.name, href: paths.category(book.category.name) }],
    readable: !upstream.lacks(chapterShow),
    help: null,
  };
}

/** Books of the same first tag, by the tag's own list where the upstream has one, else by searching for its name. */
async function similarBooks(book: BookDetail, upstream: Upstream, site: Site): Promise<BookCard[]> {
  const [tag] = book.tags;
  if (!tag) return [];
  const wanted = { page_size: SIMILAR + 1 };
  const books = upstream.lacks(tagBooks)
    ? (await upstream.call(searchMulti, { keyword: tag.name, ...wanted })).data.books
    : (await upstream.call(tagBooks, { tag_id: tag.id, ...wanted })).data;
  return books.items
    .filter((other) => other.id !== book.id)
    .slice(0, SIMILAR)
    .map((other) => bookCard(other, site));
}
