import { atom } from 'nanostores';
import * as v from 'valibot';
import type { Mark } from '#src/contract/entities/marks.ts';
import { Locator } from '#src/contract/entities/visitor.ts';
import { isBookFragment } from '#src/lib/book-href.ts';
import { $readlogList } from './local-storage.ts';
import { decodeJson } from './persisted-atom.ts';
import { platform } from './platform.ts';

const Origin = v.object({
  /** Id and title of the chapter that was read. */
  chapter: v.number(),
  title: v.string(),
  place: Locator,
  /** px from the window's top to the line. */
  top: v.optional(v.number()),
  /** Id of the element around the link that was followed; '' where it has none. */
  link: v.string(),
  /** Id of the mark whose passage was opened from the notebook, which is then where the way back leads. */
  mark: v.optional(v.string()),
});
export type LookUpOrigin = v.InferOutput<typeof Origin>;

const LookUp = v.object({
  book_id: v.number(),
  /** Id of the chapter that a link of the book led to. */
  at: v.number(),
  from: Origin,
  /** The visitor is on the way back. */
  returns: v.boolean(),
});
export type LookUp = v.InferOutput<typeof LookUp>;

const KEY = 'lectern:look-up';

/** A link of the book was followed: until the visitor goes back or stays, the place read is the one before the link. */
export const $lookUp = atom<LookUp | null>(null);

export const isLookingUp = (bookId: number): boolean => $lookUp.get()?.book_id === bookId;

export function setLookUp(lookUp: LookUp | null): void {
  keepLookUp(lookUp);
  $lookUp.set(lookUp);
}

/** For the next page of the tab. */
export function keepLookUp(lookUp: LookUp | null): void {
  platform().tabStorage.set(KEY, lookUp && JSON.stringify(lookUp));
}

export function endLookUp(): void {
  if ($lookUp.get()) setLookUp(null);
}

/** The look-up after a link is followed: the first link of several is where the way back leads. */
export const lookUpAfter = (bookId: number, at: number, from: LookUpOrigin): LookUp => ({
  book_id: bookId,
  at,
  from: isLookingUp(bookId) ? ($lookUp.get()?.from ?? from) : from,
  returns: false,
});

const keptLookUp = (): LookUp | null => decodeJson(v.nullable(LookUp), platform().tabStorage.get(KEY) ?? '', null);

/** The visitor is at the notebook again, by whatever way. */
export function endLookUpFromNotebook(): void {
  if (keptLookUp()?.from.mark !== undefined) keepLookUp(null);
}

/** A passage is opened from the notebook: what is read of the book stays where it is. */
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
 * A page of the reader was opened.
 * @param hash of its address: a link that was followed before any script was there is known by it
 * @returns where to go on reading, for who comes back from a look-up
 */
export function openChapterPage(bookId: number, chapter: number, hash: string): LookUpOrigin | null {
  const kept = keptLookUp();
  const known = kept?.book_id === bookId ? kept : null;
  if (known?.returns && known.from.chapter === chapter) {
    setLookUp(null);
    return known.from;
  }
  setLookUp(known?.at === chapter ? known : isBookFragment(hash) ? lookUpFromHistory(bookId, chapter) : null);
  return null;
}

function lookUpFromHistory(bookId: number, at: number): LookUp | null {
  const read = readPlaceOf(bookId);
  if (!read?.place) return null;
  return lookUpAfter(bookId, at, { chapter: read.id, title: read.title, place: read.place, link: '' });
}
