import type { PublicBrand } from '#src/brand/public-brand.ts';
import { BrandData, INTERNAL_FIELDS } from '#src/brand/schema.ts';
import type { Book, Edition } from '#src/contract/entities/book.ts';
import type { CategoryEntry, Genre, Keyword, RankingType, Shelf, Tag } from '#src/contract/entities/listing.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createPaths, keywordSlug, LETTERS } from '#src/routes/paths.ts';
import type { ChapterData, NovelData, PrerenderedBooks } from '#src/shell/page/book-data.ts';
import type { BookList, LivingShelf, Source } from '#src/shell/page/source.ts';
import type { Site } from '#src/shell/page/view.ts';
import polyglot from '../brands/languages/polyglot/brand.ts';

const UPDATED = '2026-03-01T04:05:06Z';

export const makeBook = (id: number, fields: Partial<Book> = {}): Book => ({
  id,
  title: `Book ${id}`,
  author: { id: 100 + (id % 7), name: `Author ${id % 7}` },
  cover: null,
  status: id % 2 === 0 ? 'finished' : 'updating',
  introduction: `What happens in book ${id}.`,
  category: { name: 'Romance', sub_name: null },
  genres: [1],
  tags: [],
  keywords: [],
  words: 1000 * id,
  chapters: 10,
  rating: null,
  hot: 1000 - id,
  language: 'en',
  updated_at: UPDATED,
  ...fields,
});

export interface MemoryData {
  readonly books: readonly Book[];
  readonly genres?: readonly Genre[];
  readonly tags?: readonly Tag[];
  readonly keywords?: readonly Keyword[];
  readonly categories?: readonly CategoryEntry[];
  readonly rankings?: readonly RankingType[];
  readonly shelves?: readonly Shelf[];
  readonly livingShelves?: readonly LivingShelf[];
  readonly accounts?: boolean;
  readonly translators?: boolean;
  readonly reports?: boolean;
  /** Kinds of lists that the upstream can filter. */
  readonly filtered?: readonly BookList['kind'][];
  /** Books with prerendered pages. */
  readonly whole?: readonly WholeBook[];
}

export interface WholeBook {
  readonly novel: NovelData;
  /** The first chapter. */
  readonly first: ChapterData | null;
  /** The other editions, with the chapters that correspond to the first one. */
  readonly editionsOfFirst?: readonly Edition[];
}

function memoryBooks(whole: readonly WholeBook[]): PrerenderedBooks {
  const find = (id: number) => whole.find(({ novel }) => novel.book.id === id);
  const chapter = (id: number) => {
    const entry = find(id);
    return entry?.first ? { ...entry.first, book: entry.novel.book, editions: entry.editionsOfFirst ?? [] } : undefined;
  };
  return {
    all: () => whole.map(({ novel: { book }, first }) => ({ book, chapterId: first?.chapter.id ?? null })),
    novel: (id) => find(id)?.novel,
    chapter,
    novelVersion: (id) => JSON.stringify(find(id)?.novel),
    chapterVersion: (id) => JSON.stringify(chapter(id)),
    editions: () => ({
      of(book, first) {
        if (first === undefined) return find(book)?.novel.editions ?? [];
        return find(book)?.first?.chapter.id === first ? (chapter(book)?.editions ?? []) : [];
      },
    }),
  };
}

export const makeTag = (id: number, name: string, genre_id: number | null = null): Tag => ({
  id,
  name,
  genre_id,
  updated_at: UPDATED,
});
export const makeKeyword = (id: number, name: string): Keyword => ({ id, name, updated_at: UPDATED });
export const makeGenre = (id: number, name: string, tags: readonly Tag[]): Genre => ({
  id,
  name,
  introduction: `About ${name}.`,
  tags: tags.map((tag) => ({ id: tag.id, name: tag.name })),
  updated_at: UPDATED,
});

/**
 * A source with plain data. Lists are derived from the fields of books, but rankings and sections contain every book.
 */
export function memorySource(data: MemoryData): Source {
  const {
    books,
    genres = [],
    tags = [],
    keywords = [],
    categories = [],
    rankings = [],
    shelves = [],
    livingShelves = [],
    accounts = true,
    translators = true,
    reports = true,
    filtered = ['category', 'genre', 'tag'],
    whole = [],
  } = data;
  const firstLetter = (title: string) => (/^[a-z]/i.test(title) ? title.charAt(0).toUpperCase() : '0');
  const contains = (list: BookList, book: Book): boolean => {
    if (list.kind === 'genre') return book.genres.includes(list.id);
    if (list.kind === 'tag') return book.tags.some((tag) => tag.id === list.id);
    if (list.kind === 'keyword') return book.keywords.includes(list.id);
    if (list.kind === 'letter') return firstLetter(book.title) === list.letter;
    if (list.kind !== 'category') return true;
    return book.category.name === list.name && (list.sub === null || book.category.sub_name === list.sub);
  };
  const page = <T>(all: readonly T[], number: number, size: number) => ({
    items: all.slice((number - 1) * size, number * size),
    page: number,
    page_size: size,
    total: all.length,
  });
  const listed = (list: BookList) => books.filter((book) => contains(list, book));
  const usedKeywords = keywords.filter((keyword) => listed({ kind: 'keyword', id: keyword.id }).length > 0);
  return {
    total: (list) => listed(list).length,
    version: (list, number, size) => JSON.stringify(page(listed(list), number, size)),
    listVersion: (list) => JSON.stringify(listed(list)),
    accounts: () => accounts,
    translators: () => translators,
    reports: () => reports,
    banners: () => [],
    shelves: () => [...shelves],
    livingShelves: () => [...livingShelves],
    genres: () => [...genres],
    tags: () => [...tags],
    keywords: (number, size) => page(usedKeywords, number, size),
    keyword: (slug) => usedKeywords.find((keyword) => keywordSlug(keyword) === slug),
    categories: () => [...categories],
    rankings: () => [...rankings],
    letters: () => LETTERS.filter((letter) => listed({ kind: 'letter', letter }).length > 0),
    sections: () => shelves.map(({ id, name }) => ({ id, name })),
    books: (list, number, size) => page(listed(list), number, size),
    firstBookId: (list) => listed(list)[0]?.id ?? 0,
    canFilter: (kind) => filtered.includes(kind),
    bookDates: () =>
      books.map(({ id, title, category, author, brands, updated_at }) => ({
        id,
        title,
        category,
        author,
        ...(brands ? { brands } : {}),
        updated: Date.parse(updated_at),
        day: updated_at.slice(0, 10),
      })),
    newestBooks: (count) => books.toSorted((one, other) => other.id - one.id).slice(0, count),
    updatedBooks: (count) =>
      books
        .toSorted((one, other) => other.updated_at.localeCompare(one.updated_at) || other.id - one.id)
        .slice(0, count),
    chapterDates: () =>
      whole.flatMap(({ novel: { book, chapters } }) =>
        chapters.map(({ id, updated_at }) => ({ bookId: book.id, id, day: updated_at.slice(0, 10) })),
      ),
    prerendered: memoryBooks(whole),
  };
}

/**
 * The optional fields that the test brand polyglot sets, and that pages show. For a new field, set it there: then the
 * pages of all tests have it.
 */
export const OPTIONAL_FIELDS: Partial<PublicBrand> = Object.fromEntries(
  Object.entries(BrandData.pipe[0].entries)
    .filter(([name, { type }]) => type === 'optional' && !INTERNAL_FIELDS.some((internal) => internal === name))
    .flatMap(([name]) => Object.entries(polyglot).filter(([field]) => field === name)),
);

export const testBrand: PublicBrand = {
  ...OPTIONAL_FIELDS,
  id: 'test',
  appName: 'Test Reads',
  tagline: 'A brand for tests alone.',
  apiPrefix: '/test_api',
  supportEmail: 'support@test.example',
  origin: 'https://www.test.example',
  defaultMode: 'system',
  apps: {
    ios: { id: '1234567890', link: 'https://apps.apple.com/app/id1234567890' },
    android: null,
    scheme: 'testreads',
  },
  analytics: [],
  consent: false,
  listing: 'rows',
  banner: 'plain',
  radius: 8,
  locales: ['en'],
  themeHex: { day: '#ffffff', night: '#000000' },
  logo: '/_brand/l.svg',
  logoWidth: 120,
  icon: '/_brand/i.svg',
  bookSourceImg: '/_brand/c.svg',
  headerBg: '/_brand/h.svg',
  notFoundImg: '/_brand/n.svg',
  emptyImg: '/_brand/e.svg',
  css: '/_brand/b.css',
  manifest: '/_brand/m.webmanifest',
  touchIcon: '/_brand/t.png',
  sharePicture: '/_brand/share.jpg',
  fonts: [],
};

export const testSite = (locale: LocaleCode = 'en', brand: PublicBrand = testBrand): Site => ({
  brand,
  locale: LOCALES[locale],
  paths: createPaths(locale),
});
