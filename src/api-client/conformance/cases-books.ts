import type { Book } from '#src/contract/entities/book.ts';
import type { AnyCall, Data, Params } from '#src/contract/index.ts';
import * as contract from '#src/contract/index.ts';
import { lengthOf, type Page } from '#src/contract/paging.ts';
import { initialLetter } from '#src/lib/initial-letter.ts';
import { type ContractCase, defineCase } from './case.ts';
import { NO_ID } from './check-references.ts';
import type { ProbeResponse } from './probe-client.ts';
import { problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

interface BookListCase<C extends AnyCall> {
  readonly pageOf: (data: Data<C>) => Page<Book>;
  readonly params: (run: TestRun) => Params<C> | undefined;
  readonly needs: string;
  readonly missing?: readonly Params<C>[];
  readonly invalid: readonly Readonly<Record<string, unknown>>[];
  /** A book of the list says itself that it belongs there. */
  readonly holds?: (book: Book, run: TestRun) => boolean;
  /** In the order of `hot`; a shelf has its editor's. */
  readonly ordered: boolean;
}

/** A list of books: what it holds, its order, its filters. */
function books<C extends AnyCall>(
  call: C,
  { holds, ordered, invalid, pageOf, ...callCase }: BookListCase<C>,
): ContractCase {
  return defineCase(call, {
    ...callCase,
    list: { pageOf },
    invalid: [...invalid, { ...invalid[0], status: 'lost' }, { ...invalid[0], order: 'random' }],
    checkData: async (data, run, response) => {
      const { items } = pageOf(data);
      return [
        ...(holds ? checkMembership(response, items, (book) => holds(book, run)) : []),
        ...(ordered ? checkOrder(response, items) : []),
        ...(await checkFilters(call, callCase.params(run) ?? {}, pageOf, run)),
      ];
    },
  });
}

function checkMembership(response: ProbeResponse, items: readonly Book[], holds: (book: Book) => boolean): Problem[] {
  const wrong = items.find((book) => !holds(book));
  const what = `items holds book ${wrong?.id}, which does not belong there`;
  return problemUnless(wrong === undefined, response, what, 'List the books that say so themselves.');
}

function checkOrder(response: ProbeResponse, items: readonly Book[]): Problem[] {
  const wrong = items.findIndex((book, place) => {
    const before = items[place - 1];
    return before && (before.hot < book.hot || (before.hot === book.hot && before.id > book.id));
  });
  const fix = 'Order by hot, higher first, then by id, lower first.';
  return problemUnless(wrong < 0, response, `items.${wrong} comes too late`, fix);
}

interface FilterCase {
  readonly query: Readonly<Record<string, string>>;
  readonly holds: (books: readonly Book[]) => boolean;
  readonly fix: string;
}

const each = (fits: (book: Book) => boolean) => (books: readonly Book[]) => books.every(fits);
const inOrder = (isRight: (before: Book, after: Book) => boolean) => (books: readonly Book[]) =>
  books.every((book, place) => place === 0 || isRight(books[place - 1] ?? book, book));

/** When a book was first published stands in no list, so the answer to `order=new` is not compared. */
const FILTER_CASES: readonly FilterCase[] = [
  { query: { status: 'finished' }, holds: each(({ status }) => status === 'finished'), fix: 'Filter by status.' },
  { query: { length: 'short' }, holds: each(({ words }) => lengthOf(words) === 'short'), fix: 'Filter by words.' },
  { query: { order: 'new' }, holds: () => true, fix: 'Order by first publication, the latest first.' },
  {
    query: { order: 'updated' },
    holds: inOrder((before, after) => before.updated_at >= after.updated_at),
    fix: 'Order by last change, the latest first.',
  },
  {
    query: { order: 'rating' },
    holds: inOrder((before, after) => (before.rating ?? -1) >= (after.rating ?? -1)),
    fix: 'Order by rating, the best first and unrated books last.',
  },
];

async function checkFilters<C extends AnyCall>(
  call: C,
  params: Params<C>,
  pageOf: (data: Data<C>) => Page<Book>,
  { client }: TestRun,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const rule of FILTER_CASES) {
    const filtered = { ...params, ...rule.query };
    const [response, data] = [await client.send(call, filtered), await client.dataOf(call, filtered)];
    const holds = data !== undefined && rule.holds(pageOf(data).items);
    const said = Object.entries(rule.query).map((pair) => pair.join('='));
    problems.push(...problemUnless(holds, response, `${said} does not give the books it names`, rule.fix));
  }
  return problems;
}

export const BOOK_LIST_CASES: readonly ContractCase[] = [
  books(contract.genreBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => idOf('genre_id', fixtures.book?.genres[0] ?? fixtures.genre?.id),
    needs: 'genre',
    missing: [{ genre_id: NO_ID }],
    invalid: [{}, { genre_id: 'x' }],
    holds: ({ genres }, { fixtures }) => genres.includes(fixtures.book?.genres[0] ?? fixtures.genre?.id ?? 0),
    ordered: true,
  }),
  books(contract.tagBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => idOf('tag_id', fixtures.book?.tags[0]?.id ?? fixtures.tag?.id),
    needs: 'tag',
    missing: [{ tag_id: NO_ID }],
    invalid: [{}, { tag_id: 'x' }],
    holds: ({ tags }, { fixtures }) => tags.some(({ id }) => id === (fixtures.book?.tags[0]?.id ?? fixtures.tag?.id)),
    ordered: true,
  }),
  books(contract.categoryBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => fixtures.book && { name: fixtures.book.category.name },
    needs: 'book',
    missing: [{ name: 'No such category' }],
    invalid: [{}],
    holds: ({ category }, { fixtures }) => category.name === fixtures.book?.category.name,
    ordered: true,
  }),
  books(contract.letterBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => fixtures.book && { letter: initialLetter(fixtures.book.title) },
    needs: 'book',
    invalid: [{}, { letter: 'a' }, { letter: 'AB' }],
    holds: ({ title }, { fixtures }) => initialLetter(title) === initialLetter(fixtures.book?.title ?? ''),
    ordered: true,
  }),
  books(contract.seoKeywordBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => idOf('keyword_id', fixtures.book?.keywords[0] ?? fixtures.keyword?.id),
    needs: 'keyword',
    missing: [{ keyword_id: NO_ID }],
    invalid: [{}, { keyword_id: 'x' }],
    holds: ({ keywords }, { fixtures }) => keywords.includes(fixtures.book?.keywords[0] ?? fixtures.keyword?.id ?? 0),
    ordered: true,
  }),
  books(contract.recommendSectionBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => idOf('section_id', fixtures.shelf?.id),
    needs: 'shelf',
    missing: [{ section_id: NO_ID }],
    invalid: [{}, { section_id: 'x' }],
    ordered: false,
  }),
];

function idOf<K extends string>(name: K, id: number | undefined): Record<K, number> | undefined {
  return id === undefined ? undefined : ({ [name]: id } as Record<K, number>);
}
