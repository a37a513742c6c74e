/** A text of a site that becomes a chapter. */
export interface SitePost {
  readonly title: string;
  /** The HTML of the text, which is not sanitised. */
  readonly html: string;
  readonly part?: string | undefined;
  /** Whether the text is a section without a chapter number; if undefined, the title decides. */
  readonly isUnnumbered?: boolean | undefined;
  /** The URLs of the text on the site. */
  readonly addresses: readonly string[];
}

/** A book on another site. */
export interface SiteBook {
  /** An identifier that is the same in every export of the site. */
  readonly identifier: string;
  readonly title: string;
  readonly authors: readonly string[];
  /** BCP 47 tag; if undefined, the language is detected from the text. */
  readonly language?: string | undefined;
  /** The description, as HTML or plain text. */
  readonly description: string;
  readonly subjects: readonly string[];
  readonly isFinished?: boolean | undefined;
  /** The texts in reading order. */
  readonly posts: readonly SitePost[];
  readonly addresses: readonly string[];
  /** The URL of the cover on the site. */
  readonly cover?: string | undefined;
  /** Messages about what is missing or was omitted. */
  readonly warnings: readonly string[];
}

/** The books of an export. */
export interface SiteExport {
  readonly books: readonly SiteBook[];
  /** Warnings about posts that belong to no book. */
  readonly warnings: readonly string[];
}
