import { describe, expect, it } from 'vitest';
import type { LeftOut } from '#src/contract/envelope.ts';
import { type AnyCall, bookList, bookShow, recommendTagGroupList } from '#src/contract/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { createLosses } from '#src/lib/losses.ts';
import { createDroppedItems, isEntry, isReadByItem, keyOf } from '#src/snapshot/dropped-items.ts';

const entry = (id: number, problem = `bad ${id}`): LeftOut =>
  ({ list: 'items', place: `items.${id}`, id, problem }) as unknown as LeftOut;
const part = (place: string): LeftOut => ({ list: 'items.0.tags', place, problem: 'no name' }) as unknown as LeftOut;

function checker(section = 7) {
  const losses = createLosses(silentLog);
  const dropped = createDroppedItems(losses, section);
  const check = (call: AnyCall, params: object, data: object, leftOut: readonly LeftOut[]) =>
    dropped.check(call, params, { success: 1, data, errors: [], status: 200, leftOut } as never);
  return { check, losses };
}

const entries = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => entry(from + at));

describe('what is left out of an answer', () => {
  it('is an entry of a list, or a part of one, told apart by its id or its place', () => {
    expect([isEntry(entry(3)), isEntry(part('items.0.tags.1'))]).toEqual([true, false]);
    const unnamed = { ...entry(3), id: undefined } as unknown as LeftOut;
    expect([keyOf(entry(3), 4), keyOf(unnamed, 4), keyOf(part('items.0.tags.1'), 4)]).toEqual([
      'id 3',
      'page 4 items.3',
      'page 4 items.0.tags.1',
    ]);
  });

  it('is told once for each entry, however often it is read', () => {
    const { check, losses } = checker();
    const data = { items: [], total: 500 };
    for (const page of [1, 2]) check(bookList, { page, page_size: 200 }, data, [entry(3)]);
    check(bookList, { page: 1, page_size: 200 }, data, [entry(4)]);
    expect(losses.all()).toMatchObject([{ call: 'book.list', items: 2 }]);
  });

  it('is told once of a list that is read whole and from a cursor on', () => {
    const { check, losses } = checker();
    check(bookList, { page: 1 }, { items: [], total: 500 }, [entry(3)]);
    check(bookList, { page: 1, since: 'c' }, { items: [], total: 1 }, [entry(3)]);
    expect(losses.all()).toMatchObject([{ items: 1 }]);
  });

  it('is told for each place where it has no id', () => {
    const { check, losses } = checker();
    for (const page of [1, 2]) check(bookList, { page }, { items: [], total: 500 }, [part('items.0.tags.1')]);
    expect(losses.all()).toMatchObject([{ items: 2 }]);
  });

  it('leaves the answer as it is', () => {
    const { check } = checker();
    const data = { items: [], total: 500 };
    expect(check(bookList, {}, data, [entry(3)])).toMatchObject({ success: 1, data });
    expect(check(bookList, {}, data, [])).toMatchObject({ success: 1, data });
  });

  it('is nothing of an answer that failed', () => {
    const losses = createLosses(silentLog);
    const failed = { success: 0, data: {}, errors: [], status: 500, leftOut: entries(1, 90) } as never;
    expect(createDroppedItems(losses, 7).check(bookList, {}, failed)).toBe(failed);
    expect(losses.all()).toEqual([]);
  });
});

describe('an answer that lost too much', () => {
  const refused = (call: AnyCall, params: object, data: object, leftOut: readonly LeftOut[]) =>
    checker().check(call, params, data, leftOut).success === 0;

  it('is one with more than 20 bad entries, in a list of more than 1,000 with more than two in a hundred', () => {
    expect(refused(bookList, {}, { items: [], total: 999 }, entries(1, 20))).toBe(false);
    expect(refused(bookList, {}, { items: [], total: 999 }, entries(1, 21))).toBe(true);
    expect(refused(bookList, {}, { items: [], total: 2000 }, entries(1, 40))).toBe(false);
    expect(refused(bookList, {}, { items: [], total: 2000 }, entries(1, 41))).toBe(true);
  });

  it('is one of which all entries are bad, if they are several and all there are', () => {
    expect(refused(bookList, {}, { items: [], total: 2 }, entries(1, 2))).toBe(true);
    expect(refused(bookList, {}, { items: [], total: 1 }, entries(1, 1))).toBe(false);
    expect(refused(bookList, {}, { items: [], total: 3 }, entries(1, 2))).toBe(false);
    expect(refused(bookList, { since: 'c' }, { items: [], total: 2 }, entries(1, 2))).toBe(false);
  });

  it('is counted by its entries where it tells no total', () => {
    expect(refused(recommendTagGroupList, {}, { items: [] }, entries(1, 2))).toBe(true);
    expect(refused(recommendTagGroupList, {}, { items: [{}] }, entries(1, 2))).toBe(false);
    expect(refused(recommendTagGroupList, {}, {}, entries(1, 2))).toBe(true);
    expect(refused(recommendTagGroupList, {}, { items: 'none' }, [part('a'), part('b')])).toBe(false);
  });

  it('has no data, and says how much and what is bad', () => {
    const { check, losses } = checker();
    expect(check(bookList, {}, { items: [], total: 30 }, entries(1, 25))).toEqual({
      success: 0,
      data: bookList.empty,
      errors: [{ code: 'CLIENT_CONTRACT', message: 'book.list: bad 1; 25 of 30 items break the contract' }],
      status: 200,
      leftOut: expect.any(Array),
    });
    expect(losses.all()).toEqual([]);
  });

  it('adds up over the pages of one list, and over those of no other', () => {
    const { check } = checker();
    const data = { items: [], total: 900 };
    const ends = [
      check(bookList, { page: 1, page_size: 200 }, data, entries(1, 15)),
      check(bookList, { page: 1, since: 'c' }, data, entries(101, 115)),
      check(bookList, { page: 2, page_size: 100 }, data, entries(16, 20)),
      check(bookList, { page: 3, page_size: 200 }, data, entries(21, 21)),
    ];
    expect(ends.map(({ success }) => success)).toEqual([1, 1, 1, 0]);
  });
});

it('single books are taken whole or not at all', () => {
  expect([isReadByItem(bookList), isReadByItem(bookShow)]).toEqual([true, false]);
});
