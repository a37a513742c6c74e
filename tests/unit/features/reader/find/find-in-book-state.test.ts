import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const match = (number: number) => ({
  chapter: { id: 40 + number, number, title: `Chapter ${number}`, part: null },
  count: 2,
  snippets: [{ before: 'the ', match: 'moon', after: ' rose' }],
});

/** An upstream that searches a hundred chapters per request; chapters 250 and 260 contain the word. */
const requests: unknown[] = [];
const upstream: ApiClient = async (_call, params) => {
  const { from } = params as { from: number };
  requests.push(params);
  const items = [250, 260].filter((number) => number >= from && number < from + 100).map(match);
  const data = { items, next: from < 300 ? from + 100 : null };
  return { success: 1, data, errors: [], status: 200 };
};

async function load(client?: ApiClient) {
  requests.length = 0;
  await loadStores(memoryPlatform({}, client));
  return import('#src/features/reader/find/state.ts');
}

describe('finding text in a chapter', () => {
  it('wraps around at the last match', async () => {
    const { $pageSearch, showMatches, stepMatch } = await load();
    showMatches('moon', 3, 1);
    const seen = [1, 1, 1, -1].map((by) => {
      stepMatch(by);
      return $pageSearch.get().current;
    });
    expect(seen).toEqual([2, 0, 1, 0]);
  });

  it('has no current match if nothing matches', async () => {
    const { $pageSearch, showMatches, stepMatch } = await load();
    showMatches('moon', 0);
    stepMatch(1);
    expect($pageSearch.get()).toEqual({ word: 'moon', count: 0, current: -1 });
  });
});

describe('finding text in a book', () => {
  it('repeats requests until there are matches, and again when the visitor wants more', async () => {
    const { $bookSearch, findInBook, findMore } = await load(upstream);
    await findInBook(4, 'moon');
    expect(requests).toEqual([1, 101, 201].map((from) => ({ book_id: 4, keyword: 'moon', from })));
    expect($bookSearch.get()).toMatchObject({ state: 'ready', items: [{ chapter: { number: 250 } }, {}], next: 301 });
    await findMore();
    expect($bookSearch.get()).toMatchObject({ state: 'ready', next: null });
    expect($bookSearch.get().items).toHaveLength(2);
  });

  it('shows only the results for the latest word', async () => {
    const { $bookSearch, findInBook } = await load(upstream);
    const first = findInBook(4, 'sun');
    await findInBook(4, 'moon');
    await first;
    expect($bookSearch.get()).toMatchObject({ word: 'moon', state: 'ready' });
    expect($bookSearch.get().items).toHaveLength(2);
  });

  it('continues on the device from the chapter at which the upstream fails', async () => {
    const { $bookSearch, findInBook } = await load(async (call, params, context) => {
      const { from } = params as { from: number };
      if (from < 200) return upstream(call, params, context);
      return { success: 0, data: call.empty, errors: [{ code: 'CLIENT_NETWORK', message: '' }], status: 0 };
    });
    const searched: unknown[] = [];
    await findInBook(4, 'moon', async (...search) => {
      searched.push(search);
      return { items: [match(205)], next: null };
    });
    expect(searched).toEqual([[4, 'moon', 201]]);
    expect($bookSearch.get()).toMatchObject({ state: 'ready', items: [{ chapter: { number: 205 } }], next: null });
  });

  it('fails if the upstream fails and the book is not on the device', async () => {
    const { $bookSearch, findInBook } = await load();
    await findInBook(4, 'moon', async () => null);
    expect($bookSearch.get().state).toBe('failed');
  });

  it.each([
    [503, 'UNKNOWN', 'failed'],
    [404, 'CALL_ABSENT', 'absent'],
  ])('after the response %i %s has the state "%s"', async (status, code, state) => {
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
