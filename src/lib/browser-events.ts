/** Custom event on `window`, sent by the stores: `detail` is the number of calls that are running. */
export const WAITING_EVENT = 'lectern:waiting';

/** Event on `document`: what the visitor keeps was changed, or the account has said that it was not. */
export const LIBRARY_EVENT = 'lectern:library';

/** Custom event on `document`, sent by the reader for its chapters: `detail` is a `ChapterEventDetail`. */
export const CHAPTER_EVENT = 'lectern:chapter';

export interface ChapterEventDetail {
  /** `added`, `removed`: the article was put into or taken out of the page; `current`: it is being read now. */
  readonly kind: 'added' | 'removed' | 'current';
  readonly chapterId: number;
  /** The chapter's `article[data-reader-text]`. A removed one is no longer in the document. */
  readonly article: HTMLElement;
}
