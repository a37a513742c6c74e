import type { Book } from '#src/contract/entities/book.ts';
import { pageOf, type Table } from '../../../helpers/table-upstream.ts';

export type Answer = ReturnType<Table[string]>;
export type Asked = { readonly since?: string; readonly page?: number; readonly page_size?: number };

interface LivingOptions {
  /** Whether the list has a feed of changes; default: true. */
  readonly hasFeed?: boolean;
  /** Sort key of a book; default: its id. */
  readonly by?: (book: Book) => string | number;
}

/** Simulates a list of books that can change while it is read: `after` runs an action after the first matching call. */
export function livingList(books: readonly Book[], { hasFeed = true, by = ({ id }) => id }: LivingOptions = {}) {
  let seq = 0;
  const entries = new Map(books.map((book) => [book.id, { book, seq }]));
  const removals: { id: number; seq: number }[] = [];
  const acts: { select: (params: Asked) => boolean; act: () => void }[] = [];
  const spoilt: ((params: Asked, answer: Answer) => Answer)[] = [];
  const ordered = () => [...entries.values()].sort((a, b) => (by(a.book) < by(b.book) ? -1 : 1));
  const changed = (since: number) =>
    [...entries.values()].filter((entry) => entry.seq > since).sort((a, b) => a.seq - b.seq);

  function answer(params: Asked): Answer {
    const { since, page = 1 } = params;
    if (!hasFeed) return since === undefined ? pageOf(booksOf(ordered()), params) : 'BAD_REQUEST';
    if (since === undefined) return { ...pageOf(booksOf(ordered()), params), cursor: String(seq) };
    const removed = removals.filter((removal) => removal.seq > Number(since)).map(({ id }) => id);
    const changesPage = { ...pageOf(booksOf(changed(Number(since))), params), cursor: String(seq) };
    return page === 1 ? { ...changesPage, removed } : changesPage;
  }
  return {
    ids: () => [...entries.keys()].sort((a, b) => a - b),
    put(book: Book) {
      seq += 1;
      entries.set(book.id, { book, seq });
    },
    remove(id: number) {
      seq += 1;
      entries.delete(id);
      removals.push({ id, seq });
    },
    after: (select: (params: Asked) => boolean, act: () => void) => void acts.push({ select, act }),
    /** Passes all further responses through `change`. */
    spoil: (change: (params: Asked, answer: Answer) => Answer) => void spoilt.splice(0, 1, change),
    mend: () => void spoilt.splice(0),
    list(params: Asked): Answer {
      const spoiltAnswer = spoilt.reduce((result, change) => change(params, result), answer(params));
      const due = acts.findIndex(({ select }) => select(params));
      for (const { act } of due < 0 ? [] : acts.splice(due, 1)) act();
      return spoiltAnswer;
    },
  };
}

const booksOf = (entries: readonly { readonly book: Book }[]) => entries.map(({ book }) => book);
