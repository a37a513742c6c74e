import type { Doubt } from '../manuscript/types.ts';

export interface ImportedBook {
  /** The unique dc:identifier; a hash of title and authors if the file has none. */
  identifier: string;
  /** Created from Markdown, HTML or plain text. */
  isManuscript?: boolean;
  /** SHA-256 of everything a reader can see: a repacked copy of the file has the same. */
  fingerprint: string;
  title: string;
  authors: string[];
  /** BCP 47; `und` if the file names none. */
  language: string;
  /** Plain text, paragraphs separated by an empty line; '' if missing. */
  description: string;
  /** As written; `subjectTags` makes tags of them. */
  subjects: string[];
  series: ImportedSeries | undefined;
  cover?: ImportedCover;
  /** In reading order. */
  chapters: ImportedChapter[];
  /** Of a text file: the platform's name of its encoding. */
  encoding?: string;
  /** What the operator should look at: guesses about a text file, losses of an EPUB. */
  doubts?: Doubt[];
  /** Every image a kept chapter shows, once. */
  images: ImportedImage[];
}

export interface ImportedSeries {
  name: string;
  /** Place in it, such as 2 or 1.5; null if the file names none. */
  number: number | null;
}

export interface ImportedChapter {
  title: string;
  /** Title of its part (volume, book). */
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
  /** Its bytes, inflated again at each call: a book's pictures together may exceed memory. */
  read(): Promise<Uint8Array>;
}

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/svg+xml';
