import type { Book } from '#src/contract/entities/book.ts';
import type { AnyCall, Data, Params } from '#src/contract/index.ts';
import * as contract from '#src/contract/index.ts';
import { lengthOf, type Page } from '#src/contract/paging.ts';
import { initialLetter } from '#src/lib/initial-letter.ts';
import type { Asked } from './asker.ts';
import { expects } from './faults.ts';
import { type Plan, plan } from './recipe.ts';
import { NO_ID } from './rules-reference.ts';
import type { Fault, Run } from './types.ts';

interface BooksRecipe<C extends AnyCall> {
  readonly pageOf: (data: Data<C>) => Page<Book>;
  readonly params: (run: Run) => Params<C> | undefined;
  readonly needs: string;
  readonly missing?: readonly Params<C>[];
  readonly bad: readonly Readonly<Record<string, unknown>>[];
  /** A book of the list says itself that it belongs there. */
  readonly holds?: (book: Book, run: Run) => boolean;
  /** In the order of `hot`; a shelf has its editor's. */
  readonly ordered: boolean;
}

/** A list of books: what it holds, its order, its filters. */
function books<C extends AnyCall>(call: C, { holds, ordered, bad, pageOf, ...recipe }: BooksRecipe<C>): Plan {
  return plan(call, {
    ...recipe,
    list: { pageOf },
    bad: [...bad, { ...bad[0], status: 'lost' }, { ...bad[0], order: 'random' }],
    more: async (data, run, asked) => {
      const { items } = pageOf(data);
      return [
        ...(holds ? belongFaults(asked, items, (book) => holds(book, run)) : []),
        ...(ordered ? orderFaults(asked, items) : []),
        ...(await filterFaults(call, recipe.params(run) ?? {}, pageOf, run)),
      ];
    },
  });
}

function belongFaults(asked: Asked, items: readonly Book[], holds: (book: Book) => boolean): Fault[] {
  const alien = items.find((book) => !holds(book));
  const what = `items holds book ${alien?.id}, which does not belong there`;
  return expects(alien === undefined, asked, what, 'List the books that say so themselves.');
}

function orderFaults(asked: Asked, items: readonly Book[]): Fault[] {
  const wrong = items.findIndex((book, place) => {
    const before = items[place - 1];
    return before && (before.hot < book.hot || (before.hot === book.hot && before.id > book.id));
  });
  const mend = 'Order by hot, higher first, then by id, lower first.';
  return expects(wrong < 0, asked, `items.${wrong} comes too late`, mend);
}

interface FilterRule {
  readonly asked: Readonly<Record<string, string>>;
  readonly holds: (books: readonly Book[]) => boolean;
  readonly mend: string;
}

const each = (fits: (book: Book) => boolean) => (books: readonly Book[]) => books.every(fits);
const inOrder = (isRight: (before: Book, after: Book) => boolean) => (books: readonly Book[]) =>
  books.every((book, place) => place === 0 || isRight(books[place - 1] ?? book, book));

/** When a book was first published stands in no list, so that `order=new` is only asked for. */
const FILTER_RULES: readonly FilterRule[] = [
  { asked: { status: 'finished' }, holds: each(({ status }) => status === 'finished'), mend: 'Filter by status.' },
  { asked: { length: 'short' }, holds: each(({ words }) => lengthOf(words) === 'short'), mend: 'Filter by words.' },
  { asked: { order: 'new' }, holds: () => true, mend: 'Order by first publication, the latest first.' },
  {
    asked: { order: 'updated' },
    holds: inOrder((before, after) => before.updated_at >= after.updated_at),
    mend: 'Order by last change, the latest first.',
  },
  {
    asked: { order: 'rating' },
    holds: inOrder((before, after) => (before.rating ?? -1) >= (after.rating ?? -1)),
    mend: 'Order by rating, the best first and unrated books last.',
  },
];

async function filterFaults<C extends AnyCall>(
  call: C,
  params: Params<C>,
  pageOf: (data: Data<C>) => Page<Book>,
  { asker }: Run,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const rule of FILTER_RULES) {
    const filtered = { ...params, ...rule.asked };
    const [asked, data] = [await asker.ask(call, filtered), await asker.dataOf(call, filtered)];
    const holds = data !== undefined && rule.holds(pageOf(data).items);
    const said = Object.entries(rule.asked).map((pair) => pair.join('='));
    faults.push(...expects(holds, asked, `${said} does not give the books it names`, rule.mend));
  }
  return faults;
}

export const BOOKS_PLANS: readonly Plan[] = [
  books(contract.genreBooks, {
    pageOf: (data) => data,
    params: ({ found }) => idOf('genre_id', found.book?.genres[0] ?? found.genre?.id),
    needs: 'genre',
    missing: [{ genre_id: NO_ID }],
    bad: [{}, { genre_id: 'x' }],
    holds: ({ genres }, { found }) => genres.includes(found.book?.genres[0] ?? found.genre?.id ?? 0),
    ordered: true,
  }),
  books(contract.tagBooks, {
    pageOf: (data) => data,
    params: ({ found }) => idOf('tag_id', found.book?.tags[0]?.id ?? found.tag?.id),
    needs: 'tag',
    missing: [{ tag_id: NO_ID }],
    bad: [{}, { tag_id: 'x' }],
    holds: ({ tags }, { found }) => tags.some(({ id }) => id === (found.book?.tags[0]?.id ?? found.tag?.id)),
    ordered: true,
  }),
  books(contract.categoryBooks, {
    pageOf: (data) => data,
    params: ({ found }) => found.book && { name: found.book.category.name },
    needs: 'book',
    missing: [{ name: 'No such category' }],
    bad: [{}],
    holds: ({ category }, { found }) => category.name === found.book?.category.name,
    ordered: true,
  }),
  books(contract.letterBooks, {
    pageOf: (data) => data,
    params: ({ found }) => found.book && { letter: initialLetter(found.book.title) },
    needs: 'book',
    bad: [{}, { letter: 'a' }, { letter: 'AB' }],
    holds: ({ title }, { found }) => initialLetter(title) === initialLetter(found.book?.title ?? ''),
    ordered: true,
  }),
  books(contract.seoKeywordBooks, {
    pageOf: (data) => data,
    params: ({ found }) => idOf('keyword_id', found.book?.keywords[0] ?? found.keyword?.id),
    needs: 'keyword',
    missing: [{ keyword_id: NO_ID }],
    bad: [{}, { keyword_id: 'x' }],
    holds: ({ keywords }, { found }) => keywords.includes(found.book?.keywords[0] ?? found.keyword?.id ?? 0),
    ordered: true,
  }),
  books(contract.recommendSectionBooks, {
    pageOf: (data) => data,
    params: ({ found }) => idOf('section_id', found.shelf?.id),
    needs: 'shelf',
    missing: [{ section_id: NO_ID }],
    bad: [{}, { section_id: 'x' }],
    ordered: false,
  }),
];

function idOf<K extends string>(name: K, id: number | undefined): Record<K, number> | undefined {
  return id === undefined ? undefined : ({ [name]: id } as Record<K, number>);
}
