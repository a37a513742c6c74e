import { $readChapters } from '#src/shell/state/local-storage.ts';

type Span = [first: number, last: number];

/** Maximum number of books for which read chapters are stored. */
const MAX_BOOKS = 200;

/** Adds a number to the ranges, and joins adjacent ranges. */
export function withNumber(spans: readonly Readonly<Span>[], number: number): Span[] {
  const joined: Span[] = [];
  const all: Span[] = [...spans.map(([first, last]): Span => [first, last]), [number, number]];
  for (const span of all.sort(([one], [other]) => one - other)) {
    const before = joined.at(-1);
    if (before && span[0] <= before[1] + 1) before[1] = Math.max(before[1], span[1]);
    else joined.push(span);
  }
  return joined;
}

export const isIn = (spans: readonly Readonly<Span>[], number: number): boolean =>
  spans.some(([first, last]) => number >= first && number <= last);

export const spansOf = (books: ReturnType<typeof $readChapters.get>, bookId: number): readonly Readonly<Span>[] =>
  books.find(({ book_id }) => book_id === bookId)?.spans ?? [];

/** Records that a chapter was read to its end. */
export function markRead(bookId: number, number: number): void {
  const books = $readChapters.get();
  const spans = spansOf(books, bookId);
  if (isIn(spans, number)) return;
  const otherBooks = books.filter(({ book_id }) => book_id !== bookId);
  $readChapters.set([{ book_id: bookId, spans: withNumber(spans, number) }, ...otherBooks].slice(0, MAX_BOOKS));
}
