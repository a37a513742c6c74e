/** What seed and import write into the store. Names (tags, genres, keywords, authors) become rows by section and name. */
/** Begins the address of another chapter, which has no id yet. */
export const CHAPTER_NUMBER = 'chapter-number:';

/**
 * From when on visitors see a book or chapter: now, from a moment on (RFC 3339 in UTC), or not before somebody publishes it.
 * Where it is left out, what is known stays as it is, and what is new is published.
 */
export type Publication = 'published' | 'draft' | { readonly from: string };

export interface NewChapter {
  /** The stored chapter of the book that this one continues; by place and title where it is left out. */
  readonly id?: number;
  readonly publication?: Publication;
  readonly title: string;
  readonly part: string | null;
  readonly kind: 'chapter' | 'section';
  /**
   * Sanitised HTML; pictures as `/media/pictures/<name>`, links to other chapters of the book as
   * `chapter-number:<1-based place>` or `chapter-number:<1-based place>#<anchor>`.
   */
  readonly html: string;
  readonly words: number;
  /** Coins that unlock it; null where it is free. */
  readonly price: number | null;
  /** When it becomes free, RFC 3339 in UTC; no such time is set where it is null or left out. */
  readonly freeFrom?: string | null;
  /** RFC 3339, UTC. */
  readonly updatedAt: string;
}

export interface NewBook {
  /** Identity over repeated seeds and imports, e.g. `epub:urn:uuid:…`. */
  readonly key: string;
  /** Hash of everything below: an equal one means unchanged. */
  readonly fingerprint: string;
  readonly section: number;
  readonly title: string;
  readonly author: { readonly name: string; readonly introduction: string };
  readonly category: string;
  readonly subCategory: string | null;
  readonly genres: readonly string[];
  readonly tags: readonly string[];
  readonly keywords: readonly string[];
  /** The series it belongs to, which becomes a keyword, and its place in it. */
  readonly series?: { readonly name: string; readonly number: number | null } | null;
  readonly status: 'finished' | 'updating';
  readonly introduction: string;
  readonly language: string;
  /**
   * Ids of the brands that offer it, the first of them first; null for every brand. Where it is left out, a book stays
   * with the brands it has, and a new one is offered by every brand.
   */
  readonly brands?: readonly string[] | null;
  readonly publication?: Publication;
  readonly rating: number | null;
  /** How many readers rated it; unknown where it is left out. */
  readonly ratingCount?: number | null;
  readonly hot: number;
  /** `file` lies below the media folder, e.g. `covers/12ab34cd.svg`. */
  readonly cover: { readonly file: string; readonly widths: readonly number[]; readonly tone: number } | null;
  readonly source: string | null;
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly chapters: readonly NewChapter[];
}

type EditableField =
  | 'title'
  | 'introduction'
  | 'category'
  | 'subCategory'
  | 'status'
  | 'genres'
  | 'tags'
  | 'keywords'
  | 'language'
  | 'rating'
  | 'hot'
  | 'cover'
  | 'brands';

/** What an operator may change of a book; fields that are left out stay. `author` is a name. */
export type BookChanges = Partial<Pick<NewBook, EditableField>> & { readonly author?: string };

export interface NewGenre {
  readonly section: number;
  readonly name: string;
  readonly introduction: string;
  /** Names of the tags grouped under it. */
  readonly tags: readonly string[];
}

/** `brand` null: shared by every brand that has none of its own. Books are named by their keys. */
export interface NewRanking {
  readonly brand: string | null;
  readonly section: number;
  readonly type: string;
  readonly typeName: string;
  readonly name: string;
  readonly books: readonly string[];
}

export interface NewShelf {
  readonly brand: string | null;
  readonly section: number;
  readonly name: string;
  readonly style: 'row' | 'ranked' | 'pair' | 'feature';
  readonly books: readonly string[];
}

export interface NewBanner {
  readonly brand: string | null;
  readonly section: number;
  readonly title: string;
  readonly subtitle: string;
  /** Path below the media folder, or null. */
  readonly image: string | null;
  readonly book: string;
}

export interface NewHelpEvent {
  readonly section: number;
  readonly book: string;
  readonly inviter: string;
  readonly needed: number;
  readonly helped: number;
  readonly expiresAt: string;
}

/** What stands around the books, by its kind. */
export interface EditorialRecords {
  readonly genre: NewGenre;
  readonly keyword: { readonly section: number; readonly name: string };
  readonly ranking: NewRanking;
  readonly shelf: NewShelf;
  readonly banner: NewBanner;
  readonly helpEvent: NewHelpEvent;
}
export type EditorialKind = keyof EditorialRecords;

/** One record as the audit log shows it. */
export interface RecordState {
  readonly id: number;
  /** By which people know it. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Fields that are told only where they differ: a whole record would be too long with them. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** An entry of the audit log: a record before and after, one of them left out where it is new or gone. */
export interface AuditNote {
  readonly kind: string;
  readonly before?: RecordState;
  readonly after?: RecordState;
}

/** Names that books share, each with a page. */
export type NameKind = 'author' | 'tag' | 'keyword' | 'genre';

/** Writes the store's content. Its other calls are made inside `transaction`. */
export interface StoreWriter {
  /** What `work` writes becomes visible at once when it returns, or not at all where it throws. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  putBook(book: NewBook): Promise<{ id: number; status: 'added' | 'updated' | 'unchanged' }>;
  putGenre(genre: NewGenre): Promise<number>;
  putKeyword(section: number, name: string): Promise<number>;
  putRanking(ranking: NewRanking): Promise<number>;
  putShelf(shelf: NewShelf): Promise<number>;
  putBanner(banner: NewBanner): Promise<number>;
  putHelpEvent(event: NewHelpEvent): Promise<number>;
  /** Makes the record with this id another one. The name of a genre or keyword stays. */
  edit<K extends EditorialKind>(kind: K, id: number, record: EditorialRecords[K]): Promise<void>;
  /** @returns false where there is none. @throws LecternError STORE_IN_USE for a genre or keyword that books have */
  remove(kind: EditorialKind, id: number): Promise<boolean>;
  /**
   * Gives a name another spelling; its former addresses lead to it. @returns false where nothing differs, or there is none
   * @throws LecternError STORE_NAME_TAKEN where another one has it
   */
  rename(kind: NameKind, id: number, name: string): Promise<boolean>;
  /** What is told of an author. @returns false where nothing differs, or there is none */
  editAuthor(id: number, introduction: string): Promise<boolean>;
  /** Makes one of two; the addresses of the first lead to those of the second. @returns false where one is not there */
  merge(kind: NameKind, from: number, into: number): Promise<boolean>;
  /** Makes these the brands that offer every book, also those that are given to others. */
  putWholeBrands(brands: readonly string[]): Promise<void>;
  /** Changes fields of a book by hand. @returns false where nothing differs, or there is no such book */
  editBook(key: string, changes: BookChanges): Promise<boolean>;
  /** Publishes, schedules or hides a book. @returns false where it is so already, or there is no such book */
  publishBook(key: string, publication: Publication): Promise<boolean>;
  /** The same of a chapter of it. @returns false also where the book has no such chapter */
  publishChapter(key: string, chapter: number, publication: Publication): Promise<boolean>;
  /**
   * Changes chapters of a book by hand: gets them in their order and gives them as they are to be, those with an id being the
   * ones known. @returns false where nothing differs, or there is no such book
   */
  editChapters(key: string, change: (chapters: readonly NewChapter[]) => readonly NewChapter[]): Promise<boolean>;
  removeBook(key: string): Promise<boolean>;
  /** Notes in the audit log what was changed elsewhere, such as an account. */
  note(entry: AuditNote): Promise<void>;
  /**
   * Removes a book for good: its calls are answered 410, or 451 with the reason where one of law is given, and its key is
   * not put again until it is allowed. @returns false where there is no such book
   */
  takeDownBook(key: string, reason: string | null): Promise<boolean>;
  /** Takes a takedown back: the key may be put again, as another book. */
  allowBook(key: string): Promise<boolean>;
}
