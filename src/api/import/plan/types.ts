import type { Doubt, LeftOut } from '../../manuscript/types.ts';

export type { LeftOut };

/** Settings with which a file is read. */
export interface ReadSettings {
  readonly encoding?: string | undefined;
  readonly language?: string | undefined;
  /** A regular expression for the lines of a plain text that begin chapters. */
  readonly chapterPattern?: string | undefined;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
}

/** Corrections to a file, applied before the book is stored. */
export interface Corrections extends ReadSettings {
  /** The chapters to store, in order. Undefined: as read. A chapter that no piece names is left out. */
  readonly chapters?: readonly PlannedChapter[] | undefined;
}

/** The chapters of a plan, and the text that their pieces refer to. */
export interface Plan {
  /** Fingerprint of the text as read. If given, another text is refused. */
  readonly fingerprint?: string | undefined;
  readonly chapters?: readonly PlannedChapter[] | undefined;
}

export interface PlannedChapter {
  readonly title: string;
  readonly part: string | null;
  readonly kind: ChapterKind;
  /** The text in order. Several pieces merge chapters; a piece with some of a chapter's blocks splits it. */
  readonly pieces: readonly Piece[];
}

/** Blocks of a chapter as read. A block is a top-level element of its HTML. */
export interface Piece {
  /** Index of the chapter as read. */
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
  /** Identity of the book in the store, such as `epub:urn:uuid:…`. */
  readonly key: string;
  /** Hash of the text as read. Pieces apply to a text with this fingerprint only. */
  readonly fingerprint: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: LanguagePreview;
  /** Null for files whose format determines it, such as EPUB. */
  readonly encoding: EncodingPreview | null;
  /** Points the operator should check. A question must be answered before the book can be stored. */
  readonly doubts: readonly Doubt[];
  readonly chapters: readonly ChapterPreview[];
  readonly totals: PreviewTotals;
  readonly leftOut: readonly LeftOut[];
  readonly oddities: readonly Oddity[];
  /** Stored books that this may be a version of. */
  readonly resembles: readonly Resemblance[];
}

export interface LanguagePreview {
  /** BCP 47; `und` if unknown. */
  readonly code: string;
  readonly confidence: Confidence;
}

export interface EncodingPreview {
  /** The platform's name, such as `gb18030`. */
  readonly name: string;
  readonly confidence: Confidence;
  /** Encodings that the text may have, the one that was used first. */
  readonly candidates: readonly EncodingCandidate[];
}

export interface EncodingCandidate {
  /** Value for `encoding` in the corrections. */
  readonly name: string;
  /** Name for people, such as "GB18030 (simplified Chinese)". */
  readonly label: string;
  /** A line of the file in this encoding. */
  readonly sample: string;
}

export interface ChapterPreview {
  /** Index as read, for `Piece`. */
  readonly index: number;
  readonly title: string;
  readonly part: string | null;
  readonly kind: ChapterKind;
  readonly words: number;
  /** Its first words. */
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
  /** Indexes of the chapters as read. */
  readonly chapters: readonly number[];
  readonly message: string;
}

/** A stored book that resembles one to be imported. */
export interface Resemblance {
  readonly bookId: number;
  readonly title: string;
  readonly author: string;
  /** `key`: the same identifier; `title`: the same title and author; `text`: the same beginning. */
  readonly by: 'key' | 'title' | 'text';
  /** The reason in words. */
  readonly why: string;
}

/** What to do with a book that resembles a stored one. */
export type Resolution =
  | { readonly as: 'newVersion'; readonly bookId: number }
  | { readonly as: 'otherEdition'; readonly bookId: number }
  | { readonly as: 'differentBook' };

/** A block of a chapter, for choosing where to split it. */
export interface BlockPreview {
  /** Its first characters. */
  readonly text: string;
  readonly words: number;
}
