import type { LibraryItem } from '../entities/library.ts';
import * as contract from '../index.ts';
import { ANONYMOUS, type ContractCase } from './case.ts';
import { visitor } from './cases-visitor.ts';
import type { ProbeResponse } from './probe-client.ts';
import { problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

const [EARLIER, LATER] = [1_700_000_000_000, 1_700_000_060_000];

/**
 * Cases of the visitor's library. The position that was read last must win, even if it is earlier in the book, and the
 * furthest position must be kept.
 */
export const LIBRARY_CASES: readonly ContractCase[] = [
  visitor(contract.librarySync, [{ ...ANONYMOUS, params: { items: [] } }], {
    params: ({ fixtures }) => fixtures.book && { items: [reading(fixtures.book, 2, EARLIER)] },
    after: checkPlaces,
  }),
];

async function checkPlaces({ client, visitor: account, fixtures: { book } }: TestRun, response: ProbeResponse) {
  if (!book || account.token === undefined) return [];
  const options = { deviceUuid: account.deviceUuid, token: account.token };
  await client.dataOf(contract.librarySync, { items: [reading(book, 1, LATER)] }, options);
  const data = await client.dataOf(contract.librarySync, { items: [] }, options);
  const item = data?.items.find(({ kind, id }) => kind === 'read' && id === String(book.id));
  return problemsOf(item?.kind === 'read' ? item.value : undefined, response);
}

function problemsOf(value: ReadValue | null | undefined, response: ProbeResponse): Problem[] {
  const furthest = value?.furthest?.chapter;
  return [
    ...problemUnless(
      value?.chapter?.number === 1,
      response,
      'the chapter read last is not the current place',
      'For each key keep the value with the later time.',
    ),
    // Upstreams may omit furthest positions, which are then stored only on the device.
    ...problemUnless(
      !value?.furthest || furthest?.number === 2,
      response,
      `the furthest place is chapter ${furthest?.number ?? 'null'}, though chapter 2 was read before chapter 1`,
      'If furthest.since is equal, keep the further place.',
    ),
  ];
}

type ReadItem = Extract<LibraryItem, { kind: 'read' }>;
type ReadValue = NonNullable<ReadItem['value']>;

const reading = ({ id, title, category }: ReadValue['book'], number: number, at: number): ReadItem => ({
  kind: 'read',
  id: String(id),
  at,
  value: {
    book: { id, title, category },
    cover: null,
    chapter: { id: number, number, title: `Chapter ${number}` },
  },
});
