import type {
  BlockPreview,
  ChapterPreview,
  Corrections,
  BookPreview as FullPreview,
  ReadSettings,
  Resolution,
} from '#src/api/import/plan/types.ts';

export type {
  BlockPreview,
  ChapterKind,
  Corrections,
  EncodingCandidate,
  LeftOut,
  Oddity,
  Piece,
  PlannedChapter,
  ReadSettings,
  Resemblance,
  Resolution,
} from '#src/api/import/plan/types.ts';

/** Body of `POST imports`: announces the files of a batch. A batch is one file, one folder or one ZIP. */
export interface NewImport {
  /** Shown in the list of imports, such as the name of the folder. */
  readonly name: string;
  /** `path` is relative to the folder, with `/` between names. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** `book`: the files form one book. `books`: each file is a book. Default: detected from the file names. */
  readonly as?: 'book' | 'books' | undefined;
}

/** Response to `POST imports`. Next, send each file: `PUT imports/:id/files/:n`, by its index in `files`. */
export interface ImportCreated {
  readonly id: string;
}

/** Body of `POST imports/:id/read`, which reads the uploaded files, or reads them again with other settings. */
export interface ReadRequest {
  readonly corrections?: ReadSettings | undefined;
  /** The only book to read again. Default: all books that are not stored. */
  readonly book?: number | undefined;
}

export type ImportState = 'uploading' | 'reading' | 'ready' | 'storing' | 'stored' | 'failed';

export interface ImportSummary {
  readonly id: string;
  readonly name: string;
  /** `stored`: every book is stored or refused, and at least one is stored. `failed`: see `error`. */
  readonly state: ImportState;
  /** Progress of uploading, reading or storing, from 0 to 1. */
  readonly share: number;
  readonly error: string | null;
  /** Number of files. */
  readonly files: number;
  /** Total size of the files. */
  readonly bytes: number;
  /** Number of books; 0 before the batch has been read. */
  readonly books: number;
  readonly storedBooks: number;
  /** Email address of the staff member who uploaded the batch. */
  readonly by: string;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  /** When the files are deleted, RFC 3339 in UTC. */
  readonly expiresAt: string;
}

/** Response to `GET imports`, newest first. */
export interface ImportList {
  readonly imports: readonly ImportSummary[];
}

/** Response to `GET imports/:id`. The browser polls `GET imports/:id/progress`, which returns an `ImportSummary`. */
export interface ImportBatch extends Omit<ImportSummary, 'books'> {
  readonly books: readonly ImportBook[];
}

export type ImportBookState = 'reading' | 'ready' | 'refused' | 'storing' | 'stored' | 'failed';

export interface ImportBook {
  readonly index: number;
  /** Name of the book's file, or the book's title if the file is a site export. */
  readonly name: string;
  /** `refused`: the book cannot be read. `failed`: storing failed and can be retried. */
  readonly state: ImportBookState;
  /** Why the book was refused or could not be stored, and what to do. */
  readonly refusedReason: string | null;
  /** The settings with which the book was read. */
  readonly settings: ReadSettings;
  /** Null if the book was refused. */
  readonly summary: BookSummary | null;
  /** Progress of storing, from 0 to 1. */
  readonly share: number;
  /** Id of the stored book. */
  readonly bookId: number | null;
  /** Null until the book is stored. */
  readonly report: StoredReport | null;
}

/** What a list of books shows of a book's preview. */
export interface BookSummary extends Pick<BookPreview, 'fingerprint' | 'title' | 'authors'> {
  /** Number of chapters, not counting sections. */
  readonly chapters: number;
  readonly words: number;
  readonly doubts: number;
  readonly oddities: number;
  /** Ids of the stored books that it resembles. */
  readonly resembles: readonly number[];
}

/** The preview of a book. The first words of the chapters are sent on request. */
export interface BookPreview extends Omit<FullPreview, 'chapters'> {
  readonly chapters: readonly Omit<ChapterPreview, 'begins'>[];
}

/** Response to `GET imports/:id/books/:b`. */
export interface ReviewedBook extends ImportBook {
  /** Null if the book was refused. */
  readonly preview: BookPreview | null;
}

/** Maximum number of chapters in a request for their first words. */
export const MAX_BEGINNINGS = 100;

/** Response to `GET imports/:id/books/:b/beginnings?chapters=0,1`. */
export interface ChapterBeginnings {
  /** The first words of the requested chapters, in the order of the request. */
  readonly beginnings: readonly string[];
}

/** The result of storing a book. */
export interface StoredReport {
  readonly status: 'added' | 'updated' | 'unchanged';
  readonly title: string;
  readonly author: string;
  /** Number of numbered chapters, not counting sections. */
  readonly chapters: number;
  readonly sections: number;
  /** One message for each loss of content: what was lost and what to do. */
  readonly warnings: readonly string[];
}

/** Response to `GET imports/:id/books/:b/chapters/:c`. */
export interface ChapterBlocks {
  readonly blocks: readonly BlockPreview[];
}

/** Body of `POST imports/:id/books/:b/store`. */
export interface StoreRequest {
  readonly corrections: Corrections;
  /** Required if the book resembles a stored book; without it, the response is 409. */
  readonly resolution?: Resolution | undefined;
  /** Default: the section of the book's language. */
  readonly section?: number | undefined;
  /**
   * Ids of the brands that offer the book, the original publisher first; null for every brand. Default: the stored
   * book's brands, or every brand for a new book.
   */
  readonly brands?: readonly string[] | null | undefined;
  /** Default: `published` for a new book; an existing book keeps its state. */
  readonly status?: 'published' | 'draft' | undefined;
}
