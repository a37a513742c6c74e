/** A text that becomes a chapter. */
export interface SitePost {
  readonly title: string;
  /** HTML of the text, before sanitising. */
  readonly html: string;
  readonly part?: string | undefined;
  /** Whether it is a section without a chapter number; derived from the title if undefined. */
  readonly isUnnumbered?: boolean | undefined;
  /** Addresses of the text on the site. */
  readonly addresses: readonly string[];
}

/** A book on another site. */
export interface SiteBook {
  /** Identical in every export of the site. */
  readonly identifier: string;
  readonly title: string;
  readonly authors: readonly string[];
  /** BCP 47; detected from the text if undefined. */
  readonly language?: string | undefined;
  /** HTML or plain text. */
  readonly description: string;
  readonly subjects: readonly string[];
  readonly isFinished?: boolean | undefined;
  /** In reading order. */
  readonly posts: readonly SitePost[];
  readonly addresses: readonly string[];
  /** Address of the cover on the site. */
  readonly cover?: string | undefined;
  /** What is missing or was omitted. */
  readonly warnings: readonly string[];
}

/** The books of an export. */
export interface SiteExport {
  readonly books: readonly SiteBook[];
  /** Warnings about posts that belong to no book. */
  readonly warnings: readonly string[];
}
