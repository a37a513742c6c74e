import { atom } from 'nanostores';
import { chapterFind, type FoundChapter } from '#src/contract/calls/chapter.ts';
import type { Result } from '#src/contract/index.ts';
import { callUpstream } from './upstream.ts';

/** A word looked for in the chapters on the page. */
export interface Finding {
  readonly word: string;
  /** Places that hold it. */
  readonly count: number;
  /** 0-based, the one that is shown; -1 where there is none. */
  readonly current: number;
}
const NOTHING: Finding = { word: '', count: 0, current: -1 };
export const $finding = atom<Finding>(NOTHING);

/** @param nearest the place to begin at */
export function showFound(word: string, count: number, nearest = 0): void {
  $finding.set({ word, count, current: count === 0 ? -1 : Math.min(nearest, count - 1) });
}

/** To a later place, or an earlier one; from the last one to the first. */
export function stepFound(by: number): void {
  const { word, count, current } = $finding.get();
  if (count > 0) $finding.set({ word, count, current: (current + by + count) % count });
}

/** The word in the whole book. */
export interface BookFinding {
  /** `absent`: this site's upstream cannot search a book. */
  readonly state: 'idle' | 'loading' | 'ready' | 'failed' | 'absent';
  readonly bookId: number;
  readonly word: string;
  readonly items: readonly FoundChapter[];
  /** Number of the chapter where the search goes on; null at the end of the book. */
  readonly next: number | null;
}
const UNASKED: BookFinding = { state: 'idle', bookId: 0, word: '', items: [], next: null };
export const $bookFinding = atom<BookFinding>(UNASKED);

/** Answers asked for in a row while they bring nothing. */
const PATIENCE = 20;

export function findInBook(bookId: number, word: string): Promise<void> {
  $bookFinding.set({ state: 'loading', bookId, word, items: [], next: 1 });
  return lookOn();
}

/** Goes on where the last answer ended. */
export function findMore(): Promise<void> {
  $bookFinding.set({ ...$bookFinding.get(), state: 'loading' });
  return lookOn();
}

export function forgetFound(): void {
  $finding.set(NOTHING);
  $bookFinding.set(UNASKED);
}

/** Asks until an answer brings something or the book ends. */
async function lookOn(): Promise<void> {
  const asked = $bookFinding.get();
  for (let turn = 0; turn < PATIENCE && isSame(asked); turn += 1) {
    const { next, items } = $bookFinding.get();
    if (next === null || items.length > asked.items.length) break;
    const params = { book_id: asked.bookId, keyword: asked.word, from: next };
    const result = await callUpstream(chapterFind, params, { quiet: true });
    if (!isSame(asked)) return;
    if (!result.success) return end(saysAbsent(result) ? 'absent' : 'failed');
    $bookFinding.set({ ...asked, items: [...items, ...result.data.items], next: result.data.next });
  }
  if (isSame(asked)) end('ready');
}

/** As an upstream says that it lacks a call; of a book that is gone the code is another. */
const saysAbsent = ({ status, errors }: Result<unknown>) =>
  status === 405 || status === 501 || (status === 404 && !errors.some(({ code }) => code === 'NOT_FOUND'));

const isSame = ({ bookId, word }: BookFinding) =>
  $bookFinding.get().bookId === bookId && $bookFinding.get().word === word;

const end = (state: BookFinding['state']) => $bookFinding.set({ ...$bookFinding.get(), state });
