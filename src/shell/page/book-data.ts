import type { Book, BookDetail, BookReference, Edition } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';

/** The upstream's data for a novel page. */
export interface NovelData {
  readonly book: BookDetail;
  readonly chapters: readonly Chapter[];
  /** Lists of related books by name (src/features/book/views/related-books.ts); they may include the book itself. */
  readonly related: Readonly<Record<string, readonly Book[]>>;
  /** The other editions of the same work. */
  readonly editions: readonly Edition[];
  /** Whether the upstream has chapter texts. */
  readonly readable: boolean;
}

/** The upstream's data for a chapter page, without the book. */
export interface ChapterData {
  readonly chapter: Chapter;
  /** HTML as received from the upstream, not sanitised; null if the upstream has no chapter texts. */
  readonly html: string | null;
  readonly previousId: number | null;
  readonly nextId: number | null;
}

/** The upstream's data for a chapter page. */
export interface ReadingData extends ChapterData {
  readonly book: BookDetail;
  /** The other editions of the same work, with the corresponding chapters. */
  readonly editions: readonly Edition[];
}

/** A book with prerendered pages. */
export interface PrerenderedBook {
  readonly book: BookReference;
  /** Id of the chapter where reading begins; null if this chapter has no prerendered page. */
  readonly chapterId: number | null;
}

/** The prerendered books of one section. The methods return undefined for any other book. */
export interface PrerenderedBooks {
  /** All prerendered books, ordered by id. */
  all(): Iterable<PrerenderedBook>;
  novel(book: number): NovelData | undefined;
  /** Data of the chapter where reading begins. */
  chapter(book: number): ReadingData | undefined;
  /** A text that changes whenever the result of `novel` changes. */
  novelVersion(book: number): string | undefined;
  /** A text that changes whenever the result of `chapter` changes. */
  chapterVersion(book: number): string | undefined;
  /** The other editions of the books that have some. */
  editions(): StoredEditions;
}

export interface StoredEditions {
  /**
   * The other editions of a book; with a chapter, each names the chapter that corresponds to it. Empty for books that
   * are not prerendered.
   */
  of(book: number, chapter?: number): readonly Edition[];
}

/**
 * Id of the chapter where reading begins: the chapter that the upstream names, or else the first free chapter, or else
 * the first chapter.
 */
export function firstReadable(book: BookDetail, chapters: readonly Chapter[]): number | undefined {
  return book.first_chapter_id ?? (chapters.find((chapter) => !chapter.locked) ?? chapters[0])?.id;
}
