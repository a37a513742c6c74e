import type { AuditKind } from './audit-kinds.ts';

/** Prefix of links to chapters that have no id yet. */
export const CHAPTER_NUMBER = 'chapter-number:';

/**
 * When visitors can see a book or chapter: now, from a time on (RFC 3339, UTC), or after it has been published by hand.
 * If omitted, existing ones are unchanged and new ones are published.
 */
export type Publication = 'published' | 'draft' | { readonly from: string };

export interface NewChapter {
  /**
   * Id of the stored chapter that this chapter updates. If omitted, the stored chapter is matched by position and
   * title.
   */
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
  /** Number of coins that unlock the chapter; null if it is free. */
  readonly price: number | null;
  /** When the chapter becomes free (RFC 3339, UTC); never if null or omitted. */
  readonly freeFrom?: string | null;
  /** RFC 3339, UTC. */
  readonly updatedAt: string;
}

export interface NewBook {
  /** Identifies the book when it is seeded or imported again, such as `epub:urn:uuid:…`. */
  readonly key: string;
  /** Hash of all fields below. If it is unchanged, so is the book. */
  readonly fingerprint: string;
  readonly section: number;
  readonly title: string;
  readonly author: { readonly name: string; readonly introduction: string };
  readonly category: string;
  readonly subCategory: string | null;
  readonly genres: readonly string[];
  readonly tags: readonly string[];
  readonly keywords: readonly string[];
  /** The series, which becomes a keyword, and the number of the book in it. */
  readonly series?: { readonly name: string; readonly number: number | null } | null;
  readonly status: 'finished' | 'updating';
  readonly introduction: string;
  readonly language: string;
  /**
   * Ids of the brands that offer the book, the original publisher first; null for every brand. If omitted, an existing
   * book keeps its brands, and a new one is offered by every brand.
   */
  readonly brands?: readonly string[] | null;
  readonly publication?: Publication;
  /**
   * The edition: the work to which the book belongs, and what it was before its translation. An omitted field of an
   * existing book remains unchanged.
   */
  readonly work?: string | null;
  readonly alternativeTitles?: readonly string[];
  readonly originalTitle?: string | null;
  readonly originalAuthor?: string | null;
  /** BCP 47 tag. */
  readonly originalLanguage?: string | null;
  readonly rating: number | null;
  /** Number of readers who rated the book; unknown if omitted. */
  readonly ratingCount?: number | null;
  readonly hot: number;
  /** `file` is a path below the media folder, such as `covers/12ab34cd.svg`. */
  readonly cover: { readonly file: string; readonly widths: readonly number[]; readonly tone: number } | null;
  readonly source: string | null;
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly chapters: readonly NewChapter[];
}

export type EditionField = 'work' | 'alternativeTitles' | 'originalTitle' | 'originalAuthor' | 'originalLanguage';

type EditableField =
  | 'section'
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
  | 'brands'
  | 'series'
  | 'ratingCount'
  | EditionField
  | 'source';

/** Fields of a book that operators may change. Omitted fields remain unchanged. `author` is a name. */
export type BookChanges = Partial<Pick<NewBook, EditableField>> & { readonly author?: string };

export interface NewGenre {
  readonly section: number;
  readonly name: string;
  readonly introduction: string;
  /** Names of the tags that the genre groups. */
  readonly tags: readonly string[];
}

/** A ranking. If `brand` is null, all brands without their own rankings share it. Books are referenced by key. */
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

/** Records other than books, by kind. */
export interface EditorialRecords {
  readonly genre: NewGenre;
  readonly keyword: { readonly section: number; readonly name: string };
  readonly ranking: NewRanking;
  readonly shelf: NewShelf;
  readonly banner: NewBanner;
  readonly helpEvent: NewHelpEvent;
}
export type EditorialKind = keyof EditorialRecords;

/** The settings of a brand, by field of `brand.ts`. A picture is a name in `brand_pictures`. */
export interface StoredBrandSettings {
  readonly id: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly updatedAt: string;
}

export interface BrandPictureContent {
  /** Hash of the content with the file extension, such as `12ab34cd.svg`. */
  readonly name: string;
  /** The file in Base64. */
  readonly content: string;
}

/** A record as shown in the audit log. */
export interface RecordState {
  readonly id: number;
  /** Display name of the record. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Fields shown only if they differ, because they would make the record too long. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * An entry of the audit log: a record before and after a change. `before` is omitted for a new record, `after` for a
 * deleted one.
 */
export interface AuditNote {
  readonly kind: AuditKind;
  readonly before?: RecordState;
  readonly after?: RecordState;
}

/** Kinds of names that books share. Each name has a page. */
export type NameKind = 'author' | 'tag' | 'keyword' | 'genre';

/** Writes the store's content. All other methods must be called inside `transaction`. */
export interface StoreWriter {
  /** Runs `work`. All its writes become visible together when it resolves, or not at all if it rejects. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  putBook(book: NewBook): Promise<{ id: number; status: 'added' | 'updated' | 'unchanged' }>;
  putGenre(genre: NewGenre): Promise<number>;
  putKeyword(section: number, name: string): Promise<number>;
  putRanking(ranking: NewRanking): Promise<number>;
  putShelf(shelf: NewShelf): Promise<number>;
  putBanner(banner: NewBanner): Promise<number>;
  putHelpEvent(event: NewHelpEvent): Promise<number>;
  /** Replaces the record with this id. The name of a genre or keyword remains unchanged. */
  edit<K extends EditorialKind>(kind: K, id: number, record: EditorialRecords[K]): Promise<void>;
  /**
   * Deletes a record. It can be restored for some time (bin-states.ts).
   * @returns false if it does not exist.
   * @throws LecternError STORE_IN_USE for a genre or keyword of a book
   */
  remove(kind: EditorialKind, id: number): Promise<boolean>;
  /**
   * Changes a name. Its former URLs redirect to its new ones. @returns false if it is unchanged or does not exist
   * @throws LecternError STORE_NAME_TAKEN if the new name is taken
   */
  rename(kind: NameKind, id: number, name: string): Promise<boolean>;
  /** Sets the introduction of an author. @returns false if it is unchanged, or the author does not exist */
  editAuthor(id: number, introduction: string): Promise<boolean>;
  /** Merges two names. The URLs of the first redirect to those of the second. @returns false if one does not exist */
  merge(kind: NameKind, from: number, into: number): Promise<boolean>;
  /** Sets the brands that offer every book, including books limited to other brands. */
  putWholeBrands(brands: readonly string[]): Promise<void>;
  /** Replaces the settings of a brand. `pictures` are those that the fields refer to and that may be new. */
  putBrandSettings(
    brand: string,
    fields: Readonly<Record<string, unknown>>,
    pictures: readonly BrandPictureContent[],
  ): Promise<void>;
  /** Changes fields of a book by hand. @returns false if nothing changes, or the book does not exist */
  editBook(key: string, changes: BookChanges): Promise<boolean>;
  /** Publishes, schedules or hides a book. @returns false if nothing changes, or the book does not exist */
  publishBook(key: string, publication: Publication): Promise<boolean>;
  /**
   * Publishes, schedules or hides a chapter. @returns false if nothing changes, or the book or chapter does not exist
   */
  publishChapter(key: string, chapter: number, publication: Publication): Promise<boolean>;
  /**
   * Changes chapters of a book by hand. `change` receives them in order and returns the new list, in which an id identifies an
   * existing chapter.
   * @param moved id of the chapter that the editor moves, because a new order may have several explanations
   * @returns false if nothing changes, or the book does not exist
   */
  editChapters(
    key: string,
    change: (chapters: readonly NewChapter[]) => readonly NewChapter[],
    moved?: number,
  ): Promise<boolean>;
  /** Deletes a book. It can be restored for some time (bin-states.ts). @returns false if it does not exist */
  removeBook(key: string): Promise<boolean>;
  /**
   * Restores a deleted record with its id and everything that belonged to it.
   * @param id its id in the bin
   * @param name another name, or another key for a book, if it is taken
   * @returns its own id; undefined if it is not in the bin
   * @throws NameTakenError; ParentMissingError if the book that it belongs to does not exist
   */
  restoreDeleted(id: number, name?: string): Promise<number | undefined>;
  /** Deletes a record in the bin permanently. @returns false if it is not in the bin */
  purgeDeleted(id: number): Promise<boolean>;
  /** Records a change outside the content, such as to an account, in the audit log. */
  note(entry: AuditNote): Promise<void>;
  /**
   * Removes a book permanently. Calls for it return 410, or 451 if there is a legal reason, and its key is rejected
   * until it is allowed again. @returns false if the book does not exist
   */
  takeDownBook(key: string, reason: string | null): Promise<boolean>;
  /** Ends a takedown: the key may be stored again, as a new book. */
  allowBook(key: string): Promise<boolean>;
}
