import type { HomePart } from '#src/brand/navigation.ts';
import type { HelpEvent } from '#src/contract/calls/help-event.ts';
import type { SearchGroupKind } from '#src/contract/calls/search.ts';
import type { BookDetail, BookReference, Cover, Reference } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { TextKey } from '#src/i18n/keys.ts';
import type { FilterName, FilterValue } from '#src/routes/filters.ts';
import type { EditionLink } from './editions.ts';

/**
 * Page models: plain data with complete links, the only input of page components. They change only when the content
 * changes, so they contain no times or counters. Models are hashed with their property names, so renaming a property
 * re-renders every page of that kind.
 */

/** A book in a listing. */
export interface BookCard {
  readonly id: number;
  readonly title: string;
  /** Language of the book, BCP 47. */
  readonly language: string;
  readonly href: string;
  readonly author: string;
  readonly authorHref: string;
  /** The book's cover; null if the page shows the brand's default cover. */
  readonly cover: Cover | null;
  readonly finished: boolean;
  /** First sentences of the introduction, plain text of at most 200 characters. */
  readonly introduction: string;
  readonly category: string;
  readonly rating: number | null;
  /** Number of ratings; null if unknown. */
  readonly ratingCount: number | null;
  /** The book's first tags, at most three. */
  readonly tags: readonly LinkModel[];
  /** Ids of all the book's tags, because visitors can hide books by tag. */
  readonly tagIds: readonly number[];
}

export interface LinkModel {
  readonly name: string;
  /** BCP 47 tag of a book's or chapter's title; undefined for other names. */
  readonly language?: string;
  readonly href: string;
  readonly current?: boolean;
}

export interface Pagination {
  readonly page: number;
  readonly pages: number;
  readonly previous: string | null;
  readonly next: string | null;
  /**
   * Links to the first and last page, the current, previous and next page, and two pages within each gap, in ascending
   * order.
   */
  readonly links: readonly { readonly page: number; readonly href: string }[];
}

/**
 * The links of a breadcrumb before the page itself. A page's model contains only those after the index page of its
 * kind, such as the genre of a tag.
 */
export type Trail = readonly LinkModel[];

export interface BannerModel {
  readonly title: string;
  readonly subtitle: string;
  readonly image: string | null;
  readonly href: string;
  /** Whether the banner links to another site. */
  readonly external: boolean;
}

export interface ShelfModel {
  readonly name: string;
  /**
   * The content of a shelf that was not created by an editor. Such a shelf has an empty `name` and is titled with a
   * text of the site.
   */
  readonly content?: 'new' | 'popular' | 'updated' | 'finished' | 'trending' | 'week';
  readonly style: 'row' | 'ranked' | 'pair' | 'feature';
  /** Address of the page with all books of the shelf; null if there is none. */
  readonly href: string | null;
  readonly books: readonly BookCard[];
}

export interface HomeModel {
  /** Whether the language has feeds, which is the case if it has books. */
  readonly hasFeeds: boolean;
  readonly banners: readonly BannerModel[];
  /** In the order of the page; shelves that the page does not show are omitted. */
  readonly shelves: readonly ShelfModel[];
  /** The parts below the banners. Each `shelf` is the next of `shelves`. */
  readonly order: readonly Exclude<HomePart, 'shelves'>[];
  /** First books of the default ranking. */
  readonly ranking: {
    /** Name of the ranking's type, such as "Popular". */
    readonly type: string;
    readonly name: string;
    readonly href: string;
    readonly books: readonly BookCard[];
  } | null;
  readonly genres: readonly LinkModel[];
  readonly tags: readonly LinkModel[];
  readonly keywords: readonly LinkModel[];
}

/** One filter of a book list, with its options as links. The first option stands for all books or the default order. */
export interface FilterGroup {
  readonly name: FilterName;
  readonly options: readonly {
    /** The value of the option; null for the first option. */
    readonly value: FilterValue | null;
    readonly href: string;
    readonly current: boolean;
  }[];
}

export interface FilterModel {
  readonly groups: readonly FilterGroup[];
  /** Address of the list without filters; null if no filter is set. */
  readonly clearHref: string | null;
  /** Number of matching books; null if not counted. */
  readonly found: number | null;
}

/** A page that is a titled list of books. */
export interface BookListModel {
  readonly kind: 'genre' | 'tag' | 'category' | 'letter' | 'keyword' | 'section' | 'ranking';
  /** The list's name: a genre, a tag, a keyword, a letter ... */
  readonly name: string;
  /** The upstream's text about the list; may be empty. */
  readonly introduction: string;
  readonly trail: Trail;
  readonly books: readonly BookCard[];
  /** Position of the first book, 1-based: rankings number their books across pages. */
  readonly first: number;
  readonly pagination: Pagination;
  /** Sub-lists or siblings: tags of a genre, parts of a category, letters, or rankings of the same type. */
  readonly siblings: readonly LinkModel[];
  /** A second menu: all categories, or all types of rankings. Empty for other lists. */
  readonly menu: readonly LinkModel[];
  /** The filters of the list; null if the list is short or the upstream cannot filter it. */
  readonly filters: FilterModel | null;
}

/** An index page, which consists of groups of links. */
export interface IndexModel {
  readonly kind: 'genres' | 'tags' | 'allTags' | 'hotnovels' | 'keywords';
  readonly name: string;
  readonly trail: Trail;
  /** The categories, on the page of genres. */
  readonly menu: readonly LinkModel[];
  readonly groups: readonly {
    readonly name: string;
    readonly href: string | null;
    readonly introduction: string;
    readonly links: readonly LinkModel[];
  }[];
  readonly pagination: Pagination | null;
}

/** Sign-in, history, account and error pages: their content is rendered in the browser or is fixed text. */
export interface ShellModel {
  readonly kind:
    | 'login'
    | 'history'
    | 'notebook'
    | 'lastRead'
    | 'offline'
    | 'myinfo'
    | 'notFound'
    | 'badRequest'
    | 'serverError';
  /** Name of the child page of /myinfo; null for other pages. */
  readonly child: string | null;
  /** Whether visitors can sign in. */
  readonly accounts: boolean;
  /** The brand's own terms of use or privacy policy, as HTML. */
  readonly text?: string;
}

/** The landing page of advertising campaigns. */
export interface AdsModel {
  readonly books: readonly BookCard[];
}

/** The page that recruits translators. */
export interface TranslatorModel {
  /** Stories that applicants can choose from. */
  readonly offered: readonly BookCard[];
  /** Whether the upstream accepts translator applications. */
  readonly open: boolean;
}

export interface NovelModel {
  readonly book: BookDetail;
  readonly href: string;
  /** Origin of the brand with the canonical page, at the same path; null if it is this brand. */
  readonly owner: string | null;
  readonly authorHref: string;
  readonly categoryHref: string;
  /** Address of the list of books in the same series; null if the book belongs to no series. */
  readonly seriesHref: string | null;
  readonly tags: readonly LinkModel[];
  readonly readHref: string | null;
  readonly chapters: readonly (Chapter & { readonly href: string })[];
  /** Order of the list of chapters. */
  readonly order: 'oldest' | 'newest';
  /** Lists of related books, such as other books by the author. */
  readonly related: readonly RelatedShelf[];
  readonly trail: Trail;
  /** Links to the other editions of the book. */
  readonly editions: readonly EditionLink[];
  /** Whether the upstream has chapter texts. If not, visitors read in the app. */
  readonly readable: boolean;
}

export interface RelatedShelf {
  readonly title: TextKey;
  /** Replaces `{{name}}` in the title. */
  readonly subject: string | null;
  readonly books: readonly BookCard[];
  /** Address of a page with more books. */
  readonly href: string | null;
}

/** The page of a novel with its help event. */
export interface ActiveNovelModel extends NovelModel {
  /**
   * The event as visitors without a device id see it; null if the book has no event, undefined if the upstream has no
   * help events.
   */
  readonly event: HelpEvent | null | undefined;
}

export interface AuthorModel {
  readonly author: {
    readonly id: number;
    readonly name: string;
    readonly introduction: string;
    readonly avatar: string | null;
  };
  readonly books: readonly BookCard[];
  /** Position of the first book in the list, 1-based. */
  readonly first: number;
  readonly pagination: Pagination;
  readonly trail: Trail;
}

export interface ReaderModel {
  readonly book: BookReference & {
    readonly author: Reference;
    readonly cover: Cover | null;
    readonly language: string;
  };
  readonly bookHref: string;
  readonly authorHref: string;
  /** See `NovelModel`. */
  readonly owner: string | null;
  readonly chapter: Pick<
    Chapter,
    'id' | 'number' | 'title' | 'part' | 'locked' | 'words' | 'price' | 'free_from' | 'updated_at'
  >;
  /** The book's paragraph style, which is used unless the visitor has chosen another. */
  readonly paragraphs: 'spaced' | 'indented';
  /** The chapter's text as sanitised and checked HTML; null if the upstream has no chapter texts. */
  readonly html: string | null;
  readonly previousHref: string | null;
  readonly nextHref: string | null;
  /** Links to the chapter in the other editions of the book. */
  readonly editions: readonly EditionLink[];
  /** The highest value of `chapter.number` in the book. */
  readonly chapterCount: number;
  /** Number of words in all chapters. */
  readonly bookWords: number;
  /** Whether readers can report a mistake on the page; otherwise the page shows the support email address. */
  readonly canReport: boolean;
}

export interface SearchModel {
  /** The search words; empty before a search. */
  readonly word: string;
  /** The word for which results are shown because `word` has none; null otherwise. */
  readonly corrected: string | null;
  readonly groups: readonly SearchGroup[];
  /** Links to the complete result lists of the groups that have results. */
  readonly kinds: readonly LinkModel[];
  /** Filters for the books in the results; null if there are no books even without filters. */
  readonly filters: FilterModel | null;
  /** Suggested searches, shown before a search and if there are no results. */
  readonly suggested: SuggestedWords;
}

/** Suggested searches: the most frequent searches, or keywords by name. */
export interface SuggestedWords {
  readonly kind: 'popular' | 'keywords';
  readonly links: readonly LinkModel[];
}

export interface SearchGroup {
  readonly kind: SearchGroupKind;
  readonly total: number;
  readonly books: readonly BookCard[];
  readonly links: readonly LinkModel[];
  /** Address of the group's complete result list, which is paged. */
  readonly moreHref: string | null;
}

export interface SearchMoreModel {
  /** The search words; empty before a search. */
  readonly word: string;
  /** The results; null before a search. */
  readonly results: {
    readonly corrected: string | null;
    readonly filters: FilterModel | null;
    readonly group: SearchGroup;
    readonly groups: readonly LinkModel[];
    readonly pagination: Pagination;
  } | null;
  /** Suggested searches, shown before a search. Each links to the full list of its results. */
  readonly suggested: SuggestedWords;
}

export interface HelpModel {
  /** Whether the upstream counts visits to the page as help. If not, visitors help in the app. */
  readonly canHelp: boolean;
  readonly event: HelpEvent;
  readonly book: BookCard;
}
