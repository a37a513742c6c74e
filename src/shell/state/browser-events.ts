/** Custom event on `window`, sent by the stores: `detail` is the number of running calls. */
export const WAITING_EVENT = 'lectern:waiting';

/**
 * Event on `document`, sent when stored visitor data has changed, and when the account has responded without changes.
 */
export const LIBRARY_EVENT = 'lectern:library';

/** Event on a `[data-continue]` link that makes the link update its content. */
export const PLACES_EVENT = 'lectern:news';

/** Custom event on `document`, sent by the reader for its chapters: `detail` is a `ChapterEventDetail`. */
export const CHAPTER_EVENT = 'lectern:chapter';

export interface ChapterEventDetail {
  /** `added`, `removed`: the chapter was inserted or removed; `current`: the chapter is now being read. */
  readonly kind: 'added' | 'removed' | 'current';
  readonly chapterId: number;
  /** The chapter's element, `article[data-reader-text]`. A removed element is no longer in the document. */
  readonly article: HTMLElement;
}
