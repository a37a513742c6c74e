import type { Doubt, LeftOut } from '../../manuscript/types.ts';

export type { LeftOut };

/** Settings with which a file is read. */
export interface ReadSettings {
  readonly encoding?: string | undefined;
  readonly language?: string | undefined;
  /** A regular expression that matches the lines of a plain text that begin chapters. */
  readonly chapterPattern?: string | undefined;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
}

/** Corrections to a book that are applied before it is stored. */
export interface Corrections extends ReadSettings {
  /**
   * The chapters to store, in order; undefined for those of the file. Original chapters to which no piece belongs are
   * left out.
   */
  readonly chapters?: readonly PlannedChapter[] | undefined;
}

/** The planned chapters, and the text to which their pieces refer. */
export interface Plan {
  /** Fingerprint of the original text. If it is set, a file with another text is refused. */
  readonly fingerprint?: string | undefined;
  readonly chapters?: readonly PlannedChapter[] | undefined;
}

export interface PlannedChapter {
  readonly title: string;
  readonly part: string | null;
  readonly kind: ChapterKind;
  /** The pieces of the text, in order. If they belong to several original chapters, those chapters are merged. */
  readonly pieces: readonly Piece[];
}

/**
 * Consecutive blocks of an original chapter. A block is a top-level element of the chapter's HTML or, if the element is
 * long, a part of it: a paragraph of a quotation, a sentence or a line.
 */
export interface Piece {
  /** Index of the original chapter. */
  readonly chapter: number;
  /** Index of the first block. */
  readonly from: number;
  /** Index after the last block. */
  readonly to: number;
}

export type ChapterKind = 'chapter' | 'section';

export type BookFormat = 'epub' | 'text' | 'markdown' | 'html' | 'docx' | 'odt' | 'collection';

export type Confidence = 'certain' | 'uncertain';

/** What an import of a file would add. */
export interface BookPreview {
  /** Name of the file, folder or ZIP. */
  readonly file: string;
  readonly format: BookFormat;
  /** Key of the book in the store, such as `epub:urn:uuid:…`. */
  readonly key: string;
  /** Hash of the text. The pieces of a plan refer to the text with this fingerprint. */
  readonly fingerprint: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: LanguagePreview;
  /** The encoding; null if the format determines it, as for EPUB. */
  readonly encoding: EncodingPreview | null;
  /** What the operator should check. Questions must be answered before the book can be stored. */
  readonly doubts: readonly Doubt[];
  readonly chapters: readonly ChapterPreview[];
  readonly totals: PreviewTotals;
  readonly leftOut: readonly LeftOut[];
  readonly oddities: readonly Oddity[];
  /** Stored books that may be other versions of this book. */
  readonly resembles: readonly Resemblance[];
}

export interface LanguagePreview {
  /** BCP 47 tag; `und` if unknown. */
  readonly code: string;
  readonly confidence: Confidence;
}

export interface EncodingPreview {
  /** Name of the encoding in the platform's `TextDecoder`, such as `gb18030`. */
  readonly name: string;
  readonly confidence: Confidence;
  /** Encodings that the text may have. The first one was used. */
  readonly candidates: readonly EncodingCandidate[];
}

export interface EncodingCandidate {
  /** Value for `encoding` in the corrections. */
  readonly name: string;
  /** Display name, such as "GB18030 (simplified Chinese)". */
  readonly label: string;
  /** A line of the file in this encoding. */
  readonly sample: string;
}

export interface ChapterPreview {
  /** Index of the chapter, for `Piece`. */
  readonly index: number;
  readonly title: string;
  readonly part: string | null;
  readonly kind: ChapterKind;
  readonly words: number;
  /** The first words of the text. */
  readonly begins: string;
  /** Number of blocks. */
  readonly blocks: number;
  readonly notes: number;
  readonly pictures: number;
}

export interface PreviewTotals {
  /** Number of chapters, not counting sections. */
  readonly chapters: number;
  readonly sections: number;
  readonly words: number;
  readonly notes: number;
  readonly pictures: number;
}

/** A probable mistake in the chapters. */
export interface Oddity {
  readonly kind: 'short' | 'long' | 'gap' | 'duplicate' | 'empty';
  /** Indexes of the chapters. */
  readonly chapters: readonly number[];
  readonly message: string;
}

/** A stored book that resembles the book to import. */
export interface Resemblance {
  readonly bookId: number;
  readonly title: string;
  readonly author: string;
  /** What is the same: `key` is the identifier, `title` the title and the author, `text` the first lines. */
  readonly by: 'key' | 'title' | 'text';
  /** The reason as a sentence. */
  readonly why: string;
}

/** What to do with a book that resembles a stored one. */
export type Resolution =
  | { readonly as: 'newVersion'; readonly bookId: number }
  | { readonly as: 'otherEdition'; readonly bookId: number }
  | { readonly as: 'differentBook' };

/** A block of a chapter, for choosing where to split it. */
export interface BlockPreview {
  /** The first characters of the block. */
  readonly text: string;
  readonly words: number;
  /** Whether it continues the element of the block before it, like a sentence of a paragraph. */
  readonly isInside?: boolean;
}
