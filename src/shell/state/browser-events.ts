/** Custom event on `window`, sent by the stores: `detail` is the number of running calls. */
export const WAITING_EVENT = 'lectern:waiting';

/** Event on `document`: stored visitor data has changed, or the account's response contained no changes. */
export const LIBRARY_EVENT = 'lectern:library';

/** Event on a `[data-continue]` link: its content must be updated. */
export const PLACES_EVENT = 'lectern:news';

/** Custom event on `document`, sent by the reader for its chapters: `detail` is a `ChapterEventDetail`. */
export const CHAPTER_EVENT = 'lectern:chapter';

export interface ChapterEventDetail {
  /** `added`, `removed`: the article was inserted or removed; `current`: it is now being read. */
  readonly kind: 'added' | 'removed' | 'current';
  readonly chapterId: number;
  /** The chapter's `article[data-reader-text]`. A removed one is no longer in the document. */
  readonly article: HTMLElement;
}
