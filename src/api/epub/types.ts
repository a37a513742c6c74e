import type { Doubt, LeftOut } from '../manuscript/types.ts';

export interface ImportedBook {
  /** The unique dc:identifier; a hash of title and authors if the file has none. */
  identifier: string;
  /** Whether it was created from Markdown, HTML or plain text. */
  isManuscript?: boolean;
  /** SHA-256 of everything a reader can see; repacking the file does not change it. */
  fingerprint: string;
  title: string;
  authors: string[];
  /** BCP 47; `und` if the file names none. */
  language: string;
  /** Plain text, paragraphs separated by an empty line; '' if missing. */
  description: string;
  /** In the spelling of the file; `subjectTags` converts them to tags. */
  subjects: string[];
  series: ImportedSeries | undefined;
  cover?: ImportedCover;
  /** In reading order. */
  chapters: ImportedChapter[];
  /** For text files: the platform's name of the encoding. */
  encoding?: string;
  /** Points the operator should check: guesses about a text file, losses of an EPUB. */
  doubts?: Doubt[];
  /** Content of the file that the book does not include. */
  leftOut?: LeftOut[];
  /** Whether the language is stated or detected with confidence. */
  isLanguageCertain?: boolean;
  /** The images that the chapters show, without duplicates. */
  images: ImportedImage[];
}

export interface ImportedSeries {
  name: string;
  /** The book's position in the series, such as 2 or 1.5; null if the file names none. */
  number: number | null;
}

export interface ImportedChapter {
  title: string;
  /** Title of the part (volume, book) that contains it. */
  part?: string;
  /** `section`: readable but not numbered (preface, letters, epilogue). */
  kind: 'chapter' | 'section';
  /**
   * Sanitised and verified. Three kinds of internal address are left for `rewriteLinks`: `epub-image:<id>`,
   * `epub-chapter:<index in chapters>#<anchor>` and `#<anchor>`, where every anchor starts with `b-`.
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
  /** Inflates the picture again on each call, because all pictures of a book together may exceed memory. */
  read(): Promise<Uint8Array>;
}

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/svg+xml';
