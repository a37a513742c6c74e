import { bookChapters, bookShow } from '#src/contract/calls/book.ts';
import { authorHome } from '#src/contract/calls/list.ts';
import type { Book } from '#src/contract/entities/book.ts';
import { rankingEntries } from '#src/features/listing/views/ranking.ts';
import { excerpt } from '#src/lib/text.ts';
import { mediaUrl } from '#src/shell/page/book-card.ts';
import type { LinkModel } from '#src/shell/page/models.ts';
import type { Source } from '#src/shell/page/source.ts';
import { loadFailure, type OnDemandView, type Site } from '#src/shell/page/view.ts';

/** The content of a feed, independent of its format. Its addresses are paths below the brand's origin. */
export interface FeedModel {
  readonly kind: 'new' | 'updated' | 'ranking' | 'author' | 'book';
  /** Name of the ranking, author or book; empty for other feeds. */
  readonly name: string;
  /** Name of the ranking's type; empty for other feeds. */
  readonly type: string;
  readonly introduction: string;
  /** Path of the feed without the format's extension. */
  readonly path: string;
  /** Path of the page that has the same content. */
  readonly href: string;
  /** Time of the latest change of any entry, RFC 3339 in UTC. */
  readonly updated: string;
  readonly entries: readonly FeedEntry[];
}

/** An entry of a feed: a book or a chapter. It never contains the text of a chapter. */
export interface FeedEntry {
  readonly title: string;
  readonly href: string;
  /**
   * When the book was first published, RFC 3339 in UTC. Null for chapters, and if the upstream does not provide the
   * time.
   */
  readonly published: string | null;
  /** Time of the last change, RFC 3339 in UTC. */
  readonly updated: string;
  /** Summary of the book or chapter, plain text; may be empty. */
  readonly summary: string;
  readonly author: LinkModel;
  /** Language of the entry, BCP 47. */
  readonly language: string;
  /** The book's category; empty for a chapter. */
  readonly category: string;
  /** Address or path of the cover. */
  readonly cover: string | null;
}

/** The catalog of a language, which lists the language's feeds. */
export interface CatalogModel {
  /** See `FeedModel`. */
  readonly path: string;
  readonly href: string;
  readonly updated: string;
  readonly feeds: readonly Pick<FeedModel, 'kind' | 'name' | 'type' | 'path' | 'updated'>[];
}

/** Maximum number of books or chapters in a feed. */
const FEED_ENTRIES = 50;
const SUMMARY_LENGTH = 500;

/**
 * The feeds that the rebuild writes as files: new books, updated books and rankings. Empty if the source has no books.
 */
export function releaseFeeds(source: Source, site: Site): FeedModel[] {
  const { paths } = site;
  const newest = source.newestBooks(FEED_ENTRIES);
  if (newest.length === 0) return [];
  const named = { name: '', type: '', introduction: '', href: paths.home() };
  return [
    newestFirst(booksFeed({ ...named, kind: 'new', path: paths.feed('new') }, newest, site)),
    booksFeed({ ...named, kind: 'updated', path: paths.feed('updated') }, source.updatedBooks(FEED_ENTRIES), site),
    ...rankingEntries(source, site).map(({ list, name, type, typeName, href }) =>
      booksFeed(
        {
          ...named,
          kind: 'ranking',
          name,
          type: typeName,
          path: paths.rankingFeed(type, list.kind === 'ranking' ? list.id : 0),
          href: href(1),
        },
        source.books(list, 1, FEED_ENTRIES).items,
        site,
      ),
    ),
  ];
}

/** The catalog of these feeds. @param feeds must not be empty */
export const catalogOf = (feeds: readonly FeedModel[], { paths }: Site): CatalogModel => ({
  path: paths.feed('catalog'),
  href: paths.home(),
  updated: latest(feeds),
  feeds: feeds.map(({ kind, name, type, path, updated }) => ({ kind, name, type, path, updated })),
});

/** The feed of an author's books. */
export const authorFeedView: OnDemandView<FeedModel> = {
  kind: 'authorFeed',
  async load({ params }, _query, upstream, site) {
    const id = Number(params['id']);
    const result = await upstream.call(authorHome, { author_id: id, page_size: FEED_ENTRIES });
    const { author, books } = result.data;
    if (!author || books.items.length === 0) return loadFailure(result);
    const { name, introduction } = author;
    const feed = { kind: 'author', name, type: '', introduction, href: site.paths.author(author) } as const;
    return { status: 'ok', model: booksFeed({ ...feed, path: site.paths.authorFeed(id) }, books.items, site) };
  },
};

/** The feed of a book's latest chapters, newest first. */
export const bookFeedView: OnDemandView<FeedModel> = {
  kind: 'bookFeed',
  async load({ params }, _query, upstream, { paths }) {
    const id = Number(params['id']);
    const [shown, listed] = await Promise.all([
      upstream.call(bookShow, { book_id: id }),
      upstream.call(bookChapters, { book_id: id }),
    ]);
    const { book } = shown.data;
    if (!book) return loadFailure(shown);
    if (!listed.success && listed.status !== 404) return loadFailure(listed);
    const author = { name: book.author.name, href: paths.author(book.author) };
    const entries = listed.data.items
      .slice(-FEED_ENTRIES)
      .reverse()
      .map(
        (chapter): FeedEntry => ({
          title: chapter.title,
          href: paths.reader(book.id, chapter.id),
          published: null,
          updated: utc(chapter.updated_at),
          summary: chapter.part ?? '',
          author,
          language: book.language,
          category: '',
          cover: null,
        }),
      );
    const model: FeedModel = {
      kind: 'book',
      name: book.title,
      type: '',
      introduction: book.introduction,
      path: paths.bookFeed(book.id),
      href: paths.novel(book),
      updated: latest([{ updated: utc(book.updated_at) }, ...entries]),
      entries,
    };
    return { status: 'ok', model };
  },
};

type Heading = Omit<FeedModel, 'updated' | 'entries'>;

/** The feed of these books. @param books must not be empty */
function booksFeed(heading: Heading, books: readonly Book[], site: Site): FeedModel {
  const entries = books.map((book) => bookEntry(book, site));
  return { ...heading, updated: latest(entries), entries };
}

/** Sorts entries by first publication, newest first. An entry without this time is sorted by its last change. */
const newestFirst = (feed: FeedModel): FeedModel => ({
  ...feed,
  entries: feed.entries.toSorted((a, b) => timeOf(b) - timeOf(a)),
});

const timeOf = ({ published, updated }: FeedEntry) => Date.parse(published ?? updated);

const bookEntry = (book: Book, site: Site): FeedEntry => ({
  title: book.title,
  href: site.paths.novel(book),
  published: book.published_at === undefined ? null : utc(book.published_at),
  updated: utc(book.updated_at),
  summary: excerpt(book.introduction, SUMMARY_LENGTH),
  author: { name: book.author.name, href: site.paths.author(book.author) },
  language: book.language,
  category: book.category.name,
  cover: book.cover && mediaUrl(book.cover.url, site),
});

const latest = (dated: readonly { readonly updated: string }[]): string =>
  dated
    .map(({ updated }) => updated)
    .sort()
    .at(-1) ?? '';

const utc = (timestamp: string) => new Date(timestamp).toISOString();
