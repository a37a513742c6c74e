import { bookChapters } from '#src/contract/calls/book-chapters.ts';
import { bookShow } from '#src/contract/calls/book-show.ts';
import { chapterShow } from '#src/contract/calls/chapter-show.ts';
import { searchMulti } from '#src/contract/calls/search-multi.ts';
import { tagBooks } from '#src/contract/calls/tag-books.ts';
import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Match } from '#src/paths/parse.ts';
import { bookCard, coverModel, tagLink } from './card.ts';
import { firstReadable } from './chapters.ts';
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

/** The same page for friends who were asked for help; its canonical address is the novel's. */
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
  if (typeof id !== 'number') return id;
  const shown = await upstream.call(bookShow, { book_id: id });
  const { book } = shown.data;
  if (!book) return unanswered(shown);
  const { params } = match;
  const given = [params['id'], params['category'], params['name']];
  if (!isCanonical(given, address(book))) return moved(address(book));
  const [chapters, similar] = await Promise.all([
    upstream.call(bookChapters, { book_id: book.id }),
    similarBooks(book, upstream, site),
  ]);
  if (!chapters.success && chapters.status !== 404) return unanswered(chapters);
  const readable = !upstream.lacks(chapterShow);
  return { status: 'ok', model: { ...novelModel(book, chapters.data.items, site), similar, readable } };
}

/** Whether the address's pieces are exactly those of `canonical`, which ends with them. */
function isCanonical(given: readonly (string | undefined)[], canonical: string): boolean {
  return (
    given.every((piece) => piece !== undefined) &&
    canonical.split('/').slice(-3).map(decodeURIComponent).join('/') === given.join('/')
  );
}

type Chapters = readonly Chapter[];

function novelModel(book: BookDetail, chapters: Chapters, site: Site): Omit<NovelModel, 'similar' | 'readable'> {
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
  };
}

/** Books of the same first tag, by the tag's own list where the upstream has one, else by searching for its name. */
async function similarBooks(book: BookDetail, upstream: Upstream, site: Site): Promise<BookCard[]> {
  const [tag] = book.tags;
  if (!tag) return [];
  const wanted = { page_size: SIMILAR + 1 };
  const ofTag = await upstream.call(tagBooks, { tag_id: tag.id, ...wanted });
  const { items } = upstream.lacks(tagBooks)
    ? (await upstream.call(searchMulti, { keyword: tag.name, ...wanted })).data.books
    : ofTag.data;
  return items
    .filter((other) => other.id !== book.id)
    .slice(0, SIMILAR)
    .map((other) => bookCard(other, site));
}
