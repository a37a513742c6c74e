import { atom } from 'nanostores';
import * as v from 'valibot';
import { isBookFragment } from '#src/contract/chapter/book-href.ts';
import type { Mark } from '#src/contract/entities/marks.ts';
import { Locator } from '#src/contract/entities/visitor.ts';
import { $readlogList } from '#src/shell/state/local-storage.ts';
import { decodeJson } from '#src/shell/state/persisted-atom.ts';
import { platform } from '#src/shell/state/platform.ts';
import * as keys from '#src/shell/state/storage-keys.ts';

const Origin = v.object({
  /** Id and title of the chapter that the visitor was reading. */
  chapter: v.number(),
  title: v.string(),
  place: Locator,
  /** Distance of the line from the top of the window, in px. */
  top: v.optional(v.number()),
  /** Id of the element around the followed link; '' if there is none. */
  link: v.string(),
  /** Id of the mark opened from the notebook; going back then opens the notebook. */
  mark: v.optional(v.string()),
});
export type LookUpOrigin = v.InferOutput<typeof Origin>;

const LookUp = v.object({
  book_id: v.number(),
  /** Id of the target chapter. */
  at: v.number(),
  from: Origin,
  /** Whether the visitor is going back. */
  returns: v.boolean(),
});
export type LookUp = v.InferOutput<typeof LookUp>;

/**
 * The look-up in progress: it starts when the visitor follows a link within the book, and ends when they go back or
 * decide to stay. During a look-up, the reading position remains where it was before.
 */
export const $lookUp = atom<LookUp | null>(null);

export const isLookingUp = (bookId: number): boolean => $lookUp.get()?.book_id === bookId;

export function setLookUp(lookUp: LookUp | null): void {
  storeLookUp(lookUp);
  $lookUp.set(lookUp);
}

/** Stores the look-up, so that it continues on the tab's next page. */
export function storeLookUp(lookUp: LookUp | null): void {
  platform().tabStorage.set(keys.LOOK_UP, lookUp && JSON.stringify(lookUp));
}

export function endLookUp(): void {
  if ($lookUp.get()) setLookUp(null);
}

/**
 * The look-up after the visitor has followed a link. If they follow several links, going back returns to the place of
 * the first.
 */
export const lookUpAfter = (bookId: number, at: number, from: LookUpOrigin): LookUp => ({
  book_id: bookId,
  at,
  from: isLookingUp(bookId) ? ($lookUp.get()?.from ?? from) : from,
  returns: false,
});

const storedLookUp = (): LookUp | null =>
  decodeJson(v.nullable(LookUp), platform().tabStorage.get(keys.LOOK_UP) ?? '', null);

/** Ends a look-up that was started from the notebook, because the notebook is open again. */
export function endLookUpFromNotebook(): void {
  if (storedLookUp()?.from.mark !== undefined) storeLookUp(null);
}

/** The look-up for a passage opened from the notebook. It does not change the reading position. */
export const lookUpFromNotebook = ({ id, book, chapter, start }: Mark): LookUp => {
  const read = readPlaceOf(book.id);
  const from = read?.place ? { chapter: read.id, title: read.title, place: read.place } : null;
  return {
    book_id: book.id,
    at: chapter.id,
    from: { ...(from ?? { chapter: chapter.id, title: chapter.title, place: start }), link: '', mark: id },
    returns: false,
  };
};

const readPlaceOf = (bookId: number) => $readlogList.get().find(({ book }) => book.id === bookId)?.chapter;

/**
 * Continues or ends the stored look-up when a reader page is opened.
 * @param hash the page's fragment, which identifies a link that was followed before scripts had loaded
 * @returns the place at which reading continues if the visitor has returned from a look-up; otherwise null
 */
export function openChapterPage(bookId: number, chapter: number, hash: string): LookUpOrigin | null {
  const stored = storedLookUp();
  const current = stored?.book_id === bookId ? stored : null;
  if (current?.returns && current.from.chapter === chapter) {
    setLookUp(null);
    return current.from;
  }
  setLookUp(current?.at === chapter ? current : isBookFragment(hash) ? lookUpFromHistory(bookId, chapter) : null);
  return null;
}

function lookUpFromHistory(bookId: number, at: number): LookUp | null {
  const read = readPlaceOf(bookId);
  if (!read?.place) return null;
  return lookUpAfter(bookId, at, { chapter: read.id, title: read.title, place: read.place, link: '' });
}
