import { type Data, type Params, searchMulti } from '#src/contract/index.ts';
import { checkPaging } from './check-list.ts';
import { checkSuccess, problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

type Group = Exclude<keyof Data<typeof searchMulti>, 'corrected'>;

interface Wanted {
  readonly group: Group;
  readonly id: number;
  readonly name: string;
}

/** A book, author, tag and keyword are each found by their own names, in their own groups. */
export async function checkSearch(run: TestRun): Promise<Problem[]> {
  const { book, tag, keyword } = run.fixtures;
  const wanted: (Wanted | undefined)[] = [
    book && { group: 'books', id: book.id, name: book.title },
    book && { group: 'authors', ...book.author },
    tag && { group: 'tags', id: tag.id, name: tag.name },
    keyword && { group: 'keywords', id: keyword.id, name: keyword.name },
  ];
  const problems: Problem[] = [];
  for (const one of wanted) if (one) problems.push(...(await checkFound(run, one)));
  return [...problems, ...(await checkCorrection(run))];
}

/** A word of the book's title less one letter may find nothing; other words found instead are named. */
async function checkCorrection(run: TestRun): Promise<Problem[]> {
  const word = run.fixtures.book?.title.match(/\p{L}{5,}/u)?.[0];
  if (word === undefined) return [];
  const params: Params<typeof searchMulti> = { keyword: word.slice(0, 2) + word.slice(3) };
  const response = await run.client.send(searchMulti, params);
  const data = await run.client.dataOf(searchMulti, params);
  if (!data) return checkSuccess(searchMulti, response);
  if (data.corrected === undefined) return [];
  const meant = await run.client.dataOf(searchMulti, { keyword: data.corrected });
  const isSame = meant?.books.items[0]?.id === data.books.items[0]?.id;
  const what = `corrected is "${data.corrected}", which finds other books`;
  return problemUnless(isSame, response, what, 'Name the words that were searched, or leave it out.');
}

async function checkFound(run: TestRun, { group, id, name }: Wanted): Promise<Problem[]> {
  const params: Params<typeof searchMulti> = { keyword: name, group };
  const response = await run.client.send(searchMulti, params);
  const data = await run.client.dataOf(searchMulti, params);
  if (!data) return checkSuccess(searchMulti, response);
  const list = {
    call: searchMulti,
    params,
    pageOf: (answer: Data<typeof searchMulti>) => answer[group],
    keyOf: (item: { id: number }) => item.id,
  };
  // Several may have one name; any of them is right to come first.
  const isFound = data[group].items.some((item) => item.id === id || nameOf(item) === name);
  return [
    ...problemUnless(
      isFound,
      response,
      `${group}.items lacks "${name}" (${id})`,
      'Find things by their full names, best first.',
    ),
    // Books are walked as the call's own list.
    ...(group === 'books' ? [] : await checkPaging(run, list, data[group])),
  ];
}

const nameOf = (item: { title: string } | { name: string }) => ('title' in item ? item.title : item.name);
