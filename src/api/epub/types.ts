import type { Doubt, LeftOut } from '../manuscript/types.ts';

export interface ImportedBook {
  /** The unique dc:identifier, or a hash of title and authors if the file has none. */
  identifier: string;
  /** Whether the book was read from Markdown, HTML, plain text or a word processor document. */
  isManuscript?: boolean;
  /** SHA-256 of everything that readers can see. A different archive with the same content has the same fingerprint. */
  fingerprint: string;
  title: string;
  authors: string[];
  /** BCP 47 tag; `und` if the file declares no language. */
  language: string;
  /** The description as plain text, with empty lines between paragraphs; '' if there is none. */
  description: string;
  /** The subjects as in the file, which `subjectTags` converts to tags. */
  subjects: string[];
  series: ImportedSeries | undefined;
  alternativeTitles?: string[];
  originalTitle?: string;
  /** Spelling of the author's name before a translation. */
  originalAuthor?: string;
  /** BCP 47 tag. */
  originalLanguage?: string;
  cover?: ImportedCover;
  /** In reading order. */
  chapters: ImportedChapter[];
  /** The encoding of a text file, by its name in the platform's `TextDecoder`. */
  encoding?: string;
  /** What the operator should check: guesses about a text file, or losses from an EPUB. */
  doubts?: Doubt[];
  /** Content of the file that the book does not include. */
  leftOut?: LeftOut[];
  /** Whether the file declares the language, or it was detected with confidence. */
  isLanguageCertain?: boolean;
  /** The images that the chapters show, without duplicates. */
  images: ImportedImage[];
}

export interface ImportedSeries {
  name: string;
  /** The book's position in the series, such as 2 or 1.5; null if unknown. */
  number: number | null;
}

export interface ImportedChapter {
  title: string;
  /** Title of the part, such as a volume, that contains the chapter. */
  part?: string;
  /** `section`: a text without a chapter number, such as a preface or an epilogue. */
  kind: 'chapter' | 'section';
  /**
   * The sanitised and verified HTML. It contains placeholders that `rewriteLinks` replaces, `epub-image:<id>` and
   * `epub-chapter:<index in chapters>#<anchor>`, and links of the form `#<anchor>`. All anchors begin with `b-`.
   */
  html: string;
  words: number;
}

export interface ImportedCover {
  bytes: Uint8Array;
  type: ImageType;
}

export interface ImportedImage {
  id: string;
  type: ImageType;
  /**
   * Reads the picture from the archive. Each call reads it again, because all pictures of a book may not fit in memory.
   */
  read(): Promise<Uint8Array>;
}

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/svg+xml';
