import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/api-client/types.ts';
import { loadStores, memoryPlatform } from './memory-platform.ts';

const found = (number: number) => ({
  chapter: { id: 40 + number, number, title: `Chapter ${number}` },
  count: 2,
  snippets: [{ before: 'the ', match: 'moon', after: ' rose' }],
});

/** An upstream that looks through a hundred chapters an answer; the word is in the 250th and the 260th. */
const asked: unknown[] = [];
const upstream: ApiClient = async (_call, params) => {
  const { from } = params as { from: number };
  asked.push(params);
  const items = [250, 260].filter((number) => number >= from && number < from + 100).map(found);
  const data = { items, next: from < 300 ? from + 100 : null };
  return { success: 1, data, errors: [], status: 200 };
};

async function load(client?: ApiClient) {
  asked.length = 0;
  await loadStores(memoryPlatform({}, client));
  return import('#src/stores/find-in-book.ts');
}

describe('a word in the chapter', () => {
  it('is stepped through in a circle', async () => {
    const { $pageSearch, showMatches, stepMatch } = await load();
    showMatches('moon', 3, 1);
    const seen = [1, 1, 1, -1].map((by) => {
      stepMatch(by);
      return $pageSearch.get().current;
    });
    expect(seen).toEqual([2, 0, 1, 0]);
  });

  it('that is not there has no place', async () => {
    const { $pageSearch, showMatches, stepMatch } = await load();
    showMatches('moon', 0);
    stepMatch(1);
    expect($pageSearch.get()).toEqual({ word: 'moon', count: 0, current: -1 });
  });
});

describe('a word in the book', () => {
  it('is asked for until an answer brings something, and further when wanted', async () => {
    const { $bookSearch, findInBook, findMore } = await load(upstream);
    await findInBook(4, 'moon');
    expect(asked).toEqual([1, 101, 201].map((from) => ({ book_id: 4, keyword: 'moon', from })));
    expect($bookSearch.get()).toMatchObject({ state: 'ready', items: [{ chapter: { number: 250 } }, {}], next: 301 });
    await findMore();
    expect($bookSearch.get()).toMatchObject({ state: 'ready', next: null });
    expect($bookSearch.get().items).toHaveLength(2);
  });

  it('belongs to the word asked for last', async () => {
    const { $bookSearch, findInBook } = await load(upstream);
    const first = findInBook(4, 'sun');
    await findInBook(4, 'moon');
    await first;
    expect($bookSearch.get()).toMatchObject({ word: 'moon', state: 'ready' });
    expect($bookSearch.get().items).toHaveLength(2);
  });

  it.each([
    [503, 'UNKNOWN', 'failed'],
    [404, 'CALL_ABSENT', 'absent'],
  ])('says of an answer %i %s that it %s', async (status, code, state) => {
    const { $bookSearch, findInBook } = await load(async (call) => ({
      success: 0,
      data: call.empty,
      errors: [{ code, message: '' }],
      status,
    }));
    await findInBook(4, 'moon');
    expect($bookSearch.get().state).toBe(state);
  });
});
