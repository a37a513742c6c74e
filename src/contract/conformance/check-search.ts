import { type Data, type Params, searchMulti } from '../index.ts';
import { checkFilters, SEARCH_RULES } from './cases-books.ts';
import { checkPaging } from './check-list.ts';
import { checkSuccess, problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

type Group = Exclude<keyof Data<typeof searchMulti>, 'corrected'>;

/** A record that a search for its name must find. */
interface SearchTarget {
  readonly group: Group;
  readonly id: number;
  readonly name: string;
}

/** Checks that a book, an author, a tag and a keyword are each found by name in their group. */
export async function checkSearch(run: TestRun): Promise<Problem[]> {
  const { book, tag, keyword } = run.fixtures;
  const targets: (SearchTarget | undefined)[] = [
    book && { group: 'books', id: book.id, name: book.title },
    book && { group: 'authors', ...book.author },
    tag && { group: 'tags', id: tag.id, name: tag.name },
    keyword && { group: 'keywords', id: keyword.id, name: keyword.name },
  ];
  const problems: Problem[] = [];
  for (const target of targets) if (target) problems.push(...(await checkFound(run, target)));
  return [...problems, ...(await checkCorrection(run))];
}

/** Checks that the books in search results can be filtered and ordered like those of a list. */
export async function checkSearchOrders(run: TestRun): Promise<Problem[]> {
  const { book, tag } = run.fixtures;
  // Searches for a tag if there is one, because a tag usually matches several books.
  const keyword = book?.tags[0]?.name ?? tag?.name ?? book?.title;
  if (keyword === undefined) return [];
  const list = {
    call: searchMulti,
    params: { keyword, group: 'books' } as const,
    pageOf: ({ books }: Data<typeof searchMulti>) => books,
  };
  return checkFilters(run, list, SEARCH_RULES);
}

/**
 * Searches for a word of a title with one letter missing. If the response contains `corrected`, a search for those
 * words must return the same books.
 */
async function checkCorrection(run: TestRun): Promise<Problem[]> {
  const word = run.fixtures.book?.title.match(/\p{L}{5,}/u)?.[0];
  if (word === undefined) return [];
  const params: Params<typeof searchMulti> = { keyword: word.slice(0, 2) + word.slice(3) };
  const response = await run.client.send(searchMulti, params);
  const data = await run.client.dataOf(searchMulti, params);
  if (!data) return checkSuccess(searchMulti, response);
  if (data.corrected === undefined) return [];
  const expected = await run.client.dataOf(searchMulti, { keyword: data.corrected });
  const isSame = expected?.books.items[0]?.id === data.books.items[0]?.id;
  const what = `corrected is "${data.corrected}", which finds different books`;
  return problemUnless(isSame, response, what, 'Return the words that were searched instead, or omit it.');
}

async function checkFound(run: TestRun, { group, id, name }: SearchTarget): Promise<Problem[]> {
  const params: Params<typeof searchMulti> = { keyword: name, group };
  const response = await run.client.send(searchMulti, params);
  const data = await run.client.dataOf(searchMulti, params);
  if (!data) return checkSuccess(searchMulti, response);
  const list = {
    call: searchMulti,
    params,
    pageOf: (results: Data<typeof searchMulti>) => results[group],
    keyOf: (item: { id: number }) => item.id,
  };
  // Several records may have the same name, so any of them counts.
  const isFound = data[group].items.some((item) => item.id === id || nameOf(item) === name);
  return [
    ...problemUnless(
      isFound,
      response,
      `${group}.items lacks "${name}" (${id})`,
      'Find records by their full name, best match first.',
    ),
    // The paging of books is already checked by the case of `search.multi`.
    ...(group === 'books' ? [] : await checkPaging(run, list, data[group])),
  ];
}

const nameOf = (item: { title: string } | { name: string }) => ('title' in item ? item.title : item.name);
