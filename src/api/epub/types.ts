export interface ImportedBook {
  /** The unique dc:identifier; a hash of title and authors where the file has none. */
  identifier: string;
  /** Made of Markdown, HTML or plain text. */
  isManuscript?: boolean;
  /** SHA-256 of all that a reader can see: the same file, or a repacked copy of it, gives the same. */
  fingerprint: string;
  title: string;
  authors: string[];
  /** BCP 47; `und` where the file names none. */
  language: string;
  /** Plain text, paragraphs parted by an empty line; '' where there is none. */
  description: string;
  /** As written; `subjectTags` makes tags of them. */
  subjects: string[];
  series: ImportedSeries | undefined;
  cover?: ImportedCover;
  /** In reading order. */
  chapters: ImportedChapter[];
  /** Every image a kept chapter shows, once. */
  images: ImportedImage[];
}

export interface ImportedSeries {
  name: string;
  /** Place in it, such as 2 or 1.5; null where the file names none. */
  number: number | null;
}

export interface ImportedChapter {
  title: string;
  /** Title of the part (volume, book) it stands in. */
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
  /** Its bytes, inflated anew at each call: a book's pictures together may be larger than memory should be. */
  read(): Promise<Uint8Array>;
}

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/svg+xml';
