import { type Data, type Params, searchMulti } from '#src/contract/index.ts';
import { answerFaults, expects } from './faults.ts';
import { pagingFaults } from './rules-list.ts';
import type { Fault, Run } from './types.ts';

type Group = Exclude<keyof Data<typeof searchMulti>, 'corrected'>;

interface Wanted {
  readonly group: Group;
  readonly id: number;
  readonly name: string;
}

/** A book, author, tag and keyword are each found by their own names, in their own groups. */
export async function searchFaults(run: Run): Promise<Fault[]> {
  const { book, tag, keyword } = run.found;
  const wanted: (Wanted | undefined)[] = [
    book && { group: 'books', id: book.id, name: book.title },
    book && { group: 'authors', ...book.author },
    tag && { group: 'tags', id: tag.id, name: tag.name },
    keyword && { group: 'keywords', id: keyword.id, name: keyword.name },
  ];
  const faults: Fault[] = [];
  for (const one of wanted) if (one) faults.push(...(await findFaults(run, one)));
  return [...faults, ...(await slipFaults(run))];
}

/** A word of the book's title less one letter may find nothing; other words found instead are named. */
async function slipFaults(run: Run): Promise<Fault[]> {
  const word = run.found.book?.title.match(/\p{L}{5,}/u)?.[0];
  if (word === undefined) return [];
  const params: Params<typeof searchMulti> = { keyword: word.slice(0, 2) + word.slice(3) };
  const asked = await run.asker.ask(searchMulti, params);
  const data = await run.asker.dataOf(searchMulti, params);
  if (!data) return answerFaults(searchMulti, asked);
  if (data.corrected === undefined) return [];
  const meant = await run.asker.dataOf(searchMulti, { keyword: data.corrected });
  const isSame = meant?.books.items[0]?.id === data.books.items[0]?.id;
  const what = `corrected is "${data.corrected}", which finds other books`;
  return expects(isSame, asked, what, 'Name the words that were searched, or leave it out.');
}

async function findFaults(run: Run, { group, id, name }: Wanted): Promise<Fault[]> {
  const params: Params<typeof searchMulti> = { keyword: name, group };
  const asked = await run.asker.ask(searchMulti, params);
  const data = await run.asker.dataOf(searchMulti, params);
  if (!data) return answerFaults(searchMulti, asked);
  const list = {
    call: searchMulti,
    params,
    pageOf: (answer: Data<typeof searchMulti>) => answer[group],
    keyOf: (item: { id: number }) => item.id,
  };
  // Several may have one name; any of them is right to come first.
  const isFound = data[group].items.some((item) => item.id === id || nameOf(item) === name);
  return [
    ...expects(
      isFound,
      asked,
      `${group}.items lacks "${name}" (${id})`,
      'Find things by their full names, best first.',
    ),
    // Books are walked as the call's own list.
    ...(group === 'books' ? [] : await pagingFaults(run, list, data[group])),
  ];
}

const nameOf = (item: { title: string } | { name: string }) => ('title' in item ? item.title : item.name);
