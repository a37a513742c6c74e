import { initialLetter } from '#src/lib/initial-letter.ts';
import { readResponse } from '../client/response.ts';
import type { Book } from '../entities/book.ts';
import type { AnyCall, Data, Params } from '../index.ts';
import * as contract from '../index.ts';
import { lengthOf, MAX_PAGE_SIZE, type Page } from '../paging.ts';
import { type ContractCase, defineCase } from './case.ts';
import { BY_HOT, BY_RATING, BY_UPDATE, checkOrder, isAlphabetical, isByPublication, isOrdered } from './check-order.ts';
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
  /** Returns whether a book belongs in the list, judged by the book's own data. */
  readonly belongs?: (book: Book, run: TestRun) => boolean;
  /** The default order: by `hot`, or an editorial order that begins with the books of the shelf on the home page. */
  readonly defaultOrder: 'hot' | 'shelf';
}

/** What is checked of calls that filter and order books. */
export const FILTERS =
  '`status` and `length` filter the listed and counted books; `order` sorts by fields of the books. By default books are ordered by `hot`, highest first, then by id, lowest first.';

/** Creates the case of a list of books, which checks content, order and filters. */
function books<C extends AnyCall>(
  call: C,
  { belongs, defaultOrder, invalid, pageOf, ...callCase }: BookListCase<C>,
): ContractCase {
  return defineCase(call, {
    ...callCase,
    list: { pageOf },
    invalid: [...invalid, { ...invalid[0], status: 'lost' }, { ...invalid[0], order: 'random' }],
    demands: [FILTERS],
    checkData: async (data, run, response) => {
      const { items, total } = pageOf(data);
      const list = { call, params: callCase.params(run) ?? {}, pageOf };
      return [
        ...(belongs ? checkMembership(response, items, (book) => belongs(book, run)) : []),
        ...(defaultOrder === 'hot'
          ? checkOrder(response, items, BY_HOT, HOT_ORDER)
          : checkShelf(response, items, run.fixtures.shelf?.books ?? [])),
        ...(await checkFilters(run, list, defaultOrder === 'hot' ? [...RULES, BY_HOT_RULE] : RULES)),
        ...(await checkTotals(run, list, total)),
      ];
    },
  });
}

export const HOT_ORDER = { fix: 'Order by hot, higher first, then by id, lower first.' };

function checkMembership(response: ProbeResponse, items: readonly Book[], belongs: (book: Book) => boolean): Problem[] {
  const wrong = items.find((book) => !belongs(book));
  const what = `items contains book ${wrong?.id}, which does not belong in this list`;
  return problemUnless(wrong === undefined, response, what, 'List only books whose data says that they belong here.');
}

function checkShelf(response: ProbeResponse, items: readonly Book[], shelf: readonly Book[]): Problem[] {
  const isSame = items.every(({ id }, place) => shelf[place] === undefined || shelf[place].id === id);
  const what = 'items does not start with the books of the shelf in recommend.index3';
  return problemUnless(isSame, response, what, 'Use the same order for a shelf everywhere.');
}

interface Rule {
  readonly query: Readonly<Record<string, string>>;
  readonly holds: (books: readonly Book[], run: TestRun) => boolean | Promise<boolean>;
  readonly fix: string;
}

const each = (fits: (book: Book) => boolean) => (books: readonly Book[]) => books.every(fits);
const THEN_BY_ID = 'then by id, lower first.';

const RULES: readonly Rule[] = [
  ...(['finished', 'updating'] as const).map((status) => ({
    query: { status },
    holds: each((book) => book.status === status),
    fix: 'Filter by status.',
  })),
  ...(['short', 'medium', 'long'] as const).map((length) => ({
    query: { length },
    holds: each(({ words }) => lengthOf(words) === length),
    fix: 'Filter by words.',
  })),
  {
    query: { order: 'new' },
    holds: (items, run) => isByPublication(run, items),
    fix: `Order by first publication, the latest first, ${THEN_BY_ID}`,
  },
  {
    query: { order: 'updated' },
    holds: (items) => isOrdered(items, BY_UPDATE),
    fix: `Order by last change, the latest first, ${THEN_BY_ID}`,
  },
  {
    query: { order: 'rating' },
    holds: (items) => isOrdered(items, BY_RATING),
    fix: `Order by rating, the best first and unrated books last, then by hot, higher first, ${THEN_BY_ID}`,
  },
  {
    query: { order: 'title' },
    holds: (items, { lang }) =>
      isAlphabetical(
        items.map(({ id, title }) => ({ id, name: title })),
        lang,
      ),
    fix: `Order by title, ascending, ${THEN_BY_ID}`,
  },
];
const BY_HOT_RULE: Rule = { query: { order: 'hot' }, holds: (items) => isOrdered(items, BY_HOT), ...HOT_ORDER };

/** Rules for the filters and orders of a search. A search has no default order, so `hot` must be checked too. */
export const SEARCH_RULES: readonly Rule[] = [...RULES, BY_HOT_RULE];

interface BookList<C extends AnyCall> {
  readonly call: C;
  readonly params: Params<C>;
  readonly pageOf: (data: Data<C>) => Page<Book>;
}

/** Requests the longest page for each filter and order, because short pages rarely contain ties. */
export async function checkFilters<C extends AnyCall>(
  run: TestRun,
  { call, params, pageOf }: BookList<C>,
  rules: readonly Rule[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const rule of rules) {
    const response = await run.client.send(call, { ...params, ...rule.query, page_size: MAX_PAGE_SIZE });
    const body = readResponse(call, response);
    const isMatch = body.success === 1 && (await rule.holds(pageOf(body.data).items, run));
    const query = Object.entries(rule.query).map((pair) => pair.join('='));
    problems.push(...problemUnless(isMatch, response, `${query} returns books that do not match`, rule.fix));
  }
  return problems;
}

/** Checks that every book has exactly one status and one length, by adding up the totals of the filtered lists. */
async function checkTotals<C extends AnyCall>(
  { client }: TestRun,
  { call, params, pageOf }: BookList<C>,
  total: number,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [name, values] of [
    ['status', ['finished', 'updating']],
    ['length', ['short', 'medium', 'long']],
  ] as const) {
    let sum = 0;
    for (const value of values) {
      const data = await client.dataOf(call, { ...params, [name]: value });
      sum += data === undefined ? 0 : pageOf(data).total;
    }
    const where = { where: `${call.method} ${call.path}` };
    const what = `the lists of ${values.join(', ')} contain ${sum} books in total, expected ${total}`;
    problems.push(...problemUnless(sum === total, where, what, `Give each book one ${name}.`));
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
    belongs: ({ genres }, { fixtures }) => genres.includes(fixtures.book?.genres[0] ?? fixtures.genre?.id ?? 0),
    defaultOrder: 'hot',
  }),
  books(contract.tagBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => idOf('tag_id', fixtures.book?.tags[0]?.id ?? fixtures.tag?.id),
    needs: 'tag',
    missing: [{ tag_id: NO_ID }],
    invalid: [{}, { tag_id: 'x' }],
    belongs: ({ tags }, { fixtures }) => tags.some(({ id }) => id === (fixtures.book?.tags[0]?.id ?? fixtures.tag?.id)),
    defaultOrder: 'hot',
  }),
  books(contract.categoryBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => fixtures.book && { name: fixtures.book.category.name },
    needs: 'book',
    missing: [{ name: 'No such category' }],
    invalid: [{}],
    belongs: ({ category }, { fixtures }) => category.name === fixtures.book?.category.name,
    defaultOrder: 'hot',
  }),
  books(contract.letterBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => fixtures.book && { letter: initialLetter(fixtures.book.title) },
    needs: 'book',
    invalid: [{}, { letter: 'a' }, { letter: 'AB' }],
    belongs: ({ title }, { fixtures }) => initialLetter(title) === initialLetter(fixtures.book?.title ?? ''),
    defaultOrder: 'hot',
  }),
  books(contract.seoKeywordBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => idOf('keyword_id', fixtures.book?.keywords[0] ?? fixtures.keyword?.id),
    needs: 'keyword',
    missing: [{ keyword_id: NO_ID }],
    invalid: [{}, { keyword_id: 'x' }],
    belongs: ({ keywords }, { fixtures }) => keywords.includes(fixtures.book?.keywords[0] ?? fixtures.keyword?.id ?? 0),
    defaultOrder: 'hot',
  }),
  books(contract.recommendSectionBooks, {
    pageOf: (data) => data,
    params: ({ fixtures }) => idOf('section_id', fixtures.shelf?.id),
    needs: 'shelf',
    missing: [{ section_id: NO_ID }],
    invalid: [{}, { section_id: 'x' }],
    defaultOrder: 'shelf',
  }),
];

function idOf<K extends string>(name: K, id: number | undefined): Record<K, number> | undefined {
  return id === undefined ? undefined : ({ [name]: id } as Record<K, number>);
}
