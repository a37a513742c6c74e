/** The event by which stores tell the window how many calls are under way: `detail` is a number. */
export const WAITING = 'lectern:waiting';

/** The event on the document by which the reader tells of its chapters; `detail` is a `ChapterSignal`. */
export const CHAPTER = 'lectern:chapter';

export interface ChapterSignal {
  /** `added` and `removed`: the article came into or left the page; `current`: it is the one being read now. */
  readonly kind: 'added' | 'removed' | 'current';
  readonly chapterId: number;
  /** The chapter's `article[data-reader-text]`; of a removed one it is no longer in the document. */
  readonly article: HTMLElement;
}
