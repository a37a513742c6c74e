import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import type { AnyCall } from '#src/contract/index.ts';
import { PATIENT } from '../../../../helpers/limits.ts';
import { memoryAccount } from '../../../../helpers/memory-account.ts';
import { entry } from '../../../shell/state/entries.ts';
import { loadStores, type MemoryPlatform, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');
const SIGNED_IN = {
  token: 'abcdef0123456789',
  userInfo: '{"id":3,"name":"Ann","email":"ann@example.com","coins":5,"created_at":"2026-01-01T00:00:00Z"}',
};

let account = memoryAccount(() => NOON);
let calls: string[] = [];
let answer: ApiClient | undefined;

const client: ApiClient = (call, params, context) => {
  calls.push(call.name);
  return (answer ?? account.client())(call, params, context);
};
const failing =
  (status: number): ApiClient =>
  async (call: AnyCall) => ({ success: 0, data: call.empty, errors: [{ code: 'X', message: 'x' }], status });

beforeEach(() => {
  account = memoryAccount(() => NOON);
  calls = [];
  answer = undefined;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

const open = async (platform: MemoryPlatform = memoryPlatform(SIGNED_IN, client)) => ({
  platform,
  ...(await loadStores(platform)),
});
const { read_at: _moment, ...reading } = entry(1, '2026-05-01T12:00:00Z');

describe('library sync', () => {
  it('runs once, after a delay, when there are several changes', async () => {
    const { history, sync, local } = await open();
    history.recordReading(reading);
    history.recordReading(reading);
    await vi.advanceTimersByTimeAsync(sync.SYNC_DELAY_MS - 1);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toEqual(['library.sync']);
    expect([...account.items.keys()]).toEqual(['read/1']);
    expect(local.$synced.get()).toMatchObject({ account: 3, at: NOON, known: { 'read/1': NOON + 1 } });
  });

  it('does not send a change twice', async () => {
    const { history, sync } = await open();
    history.recordReading(reading);
    await sync.syncNow();
    const sent: unknown[] = [];
    answer = (call, params, context) => {
      sent.push(params);
      return account.client()(call, params, context);
    };
    await sync.syncNow();
    expect(sent).toEqual([{ since: '1', items: [] }]);
  });

  it('sends the oldest changes first', async () => {
    const { platform, history, sync } = await open();
    for (const minute of ['01', '02', '03']) {
      platform.setNow(`2026-05-01T12:${minute}:00Z`);
      history.recordReading({ ...reading, book: { ...reading.book, id: Number(minute) } });
    }
    const sent: string[] = [];
    answer = (call, params, context) => {
      sent.push(...(params as unknown as { items: LibraryItem[] }).items.map(({ id }) => id));
      return account.client()(call, params, context);
    };
    await sync.syncNow();
    expect(sent).toEqual(['1', '2', '3']);
  });

  it('waits while offline, keeps changes across a reload and sends them when the device is online', async () => {
    const first = await open();
    first.platform.setOnline(false);
    first.history.recordReading(reading);
    await first.sync.syncNow();
    expect([first.sync.$syncState.get(), calls]).toEqual(['waiting', []]);
    const platform = memoryPlatform(Object.fromEntries(first.platform.saved), client);
    platform.setOnline(false);
    const later = await open(platform);
    await later.sync.syncNow();
    later.platform.setOnline(true);
    await later.sync.syncNow();
    expect([later.sync.$syncState.get(), [...account.items.keys()]]).toEqual(['idle', ['read/1']]);
  });

  it('starts when the device is online again', async () => {
    const { platform, sync, history } = await open();
    platform.setOnline(false);
    history.recordReading(reading);
    await sync.syncNow();
    platform.setOnline(true);
    await vi.waitFor(() => expect(account.items.size).toBe(1), PATIENT);
  });

  describe('the sync when the visitor returns to the page or leaves it', () => {
    const synced = async () => {
      const opened = await open();
      await opened.sync.syncNow();
      calls = [];
      return opened;
    };
    /** All of these events run the same code, so the tests use only one of them. */
    const leave = (platform: MemoryPlatform) => platform.setOnline(true);

    it('runs immediately if there are unsent changes', async () => {
      const { platform, history } = await synced();
      history.recordReading(reading);
      leave(platform);
      // From here on, the delay after a change never ends.
      vi.useRealTimers();
      await vi.waitFor(() => expect(account.items.size).toBe(1), PATIENT);
    });

    it.each([
      ['does not run within 30 seconds of the last sync', '12:00:30.000', []],
      ['runs later than 30 seconds after the last sync', '12:00:30.001', ['library.sync']],
    ])('%s', async (_title, time, sent) => {
      const { platform, sync } = await synced();
      platform.setNow(`2026-05-01T${time}Z`);
      leave(platform);
      if (sent.length > 0) await vi.waitFor(() => expect(calls).toEqual(sent), PATIENT);
      else await vi.advanceTimersByTimeAsync(sync.SYNC_DELAY_MS);
      expect(calls).toEqual(sent);
    });

    it('runs after a failed sync, even if that was very recent', async () => {
      const { platform, sync } = await synced();
      answer = failing(503);
      await sync.syncNow();
      answer = undefined;
      leave(platform);
      await vi.waitFor(() => expect(sync.$syncState.get()).toBe('idle'), PATIENT);
      expect(calls).toEqual(['library.sync', 'library.sync']);
    });
  });

  it.each([
    [0, 'waiting'],
    [503, 'failed'],
  ])('after status %i has the state "%s" and keeps all changes', async (status, state) => {
    const { sync, history, local } = await open();
    history.recordReading(reading);
    answer = failing(status);
    await sync.syncNow();
    expect(sync.$syncState.get()).toBe(state);
    answer = undefined;
    await sync.syncNow();
    expect([sync.$syncState.get(), account.items.size, local.$readlogList.get().length]).toEqual(['idle', 1, 1]);
  });

  it('sends the whole library again when the visitor switches to another account', async () => {
    const { history, sync, local } = await open();
    history.recordReading(reading);
    await sync.syncNow();
    account = memoryAccount(() => NOON);
    local.$userInfo.set({ id: 4, name: 'Bo', email: 'b@c.org', coins: 0, created_at: '2026-01-01T00:00:00Z' });
    await sync.syncNow();
    expect([...account.items.keys()]).toEqual(['read/1']);
  });

  it('fetches the whole library, even if it spans several responses', async () => {
    const { sync, local } = await open();
    const items = Array.from(
      { length: 1200 },
      (_, id): LibraryItem => ({ kind: 'seen', id: String(id + 1), value: { chapters: 3 }, at: NOON }),
    );
    await account.client()({ name: 'library.sync' } as never, { items } as never, {} as never);
    await sync.syncNow();
    expect(local.$knownChapters.get()).toHaveLength(1000);
    expect(calls).toHaveLength(3);
    await sync.syncNow();
    expect(account.items.size).toBe(1200);
  });

  it('never replaces a newer position with an older one, even if the newer position was reached during the request', async () => {
    const { sync, history, local } = await open();
    const stale: LibraryItem = { kind: 'read', id: '1', value: reading, at: NOON - 5000 };
    await account.client()({ name: 'library.sync' } as never, { items: [stale] } as never, {} as never);
    const { read_at: _at, ...further } = entry(1, '', 7);
    let times = 0;
    answer = (call, params, context) =>
      account.client(() => {
        times += 1;
        if (times === 1) history.recordReading(further);
      })(call, params, context);
    await sync.syncNow();
    expect(local.$readlogList.get()[0]?.chapter?.number).toBe(7);
    expect(account.items.get('read/1')).toMatchObject({ at: NOON, value: { chapter: { number: 7 } } });
  });

  it('falls back to the history if the upstream does not support library.sync', async () => {
    const { sync, history, local } = await open();
    history.recordReading(entry(7, ''));
    history.removeFromHistory(7);
    history.recordReading(reading);
    const other = entry(2, '2026-05-01T11:00:00Z');
    const sent: unknown[] = [];
    answer = async (call: AnyCall, params: unknown) =>
      call.name === 'history.sync' && sent.push(params)
        ? { success: 1, data: { entries: [other] }, errors: [], status: 200 }
        : failing(404)(call, {}, {} as never);
    await sync.syncNow();
    expect(local.$readlogList.get().map(({ book }) => book.id)).toEqual([2]);
    expect(sync.$syncState.get()).toBe('idle');
    expect(sent).toMatchObject([{ entries: [{ book: { id: 1 } }], removed: [{ book_id: 7 }] }]);
    expect(local.$historyRemovals.get()).toEqual([]);
  });

  describe('the furthest position in a book', () => {
    const { read_at: _later, ...earlierChapter } = entry(1, '', 3);
    const { read_at: _before, ...furtherChapter } = entry(1, '', 12);
    const furthest = (item: { value: unknown } | undefined) =>
      (item?.value as HistoryEntry | undefined)?.furthest?.chapter?.number;

    it('is sent if the account has no furthest position, even if a different position was reached later', async () => {
      const { history, sync, local } = await open();
      history.recordReading(furtherChapter);
      account.items.set('read/1', { kind: 'read', id: '1', value: earlierChapter, at: NOON + 60_000 });
      await sync.syncNow();
      expect(local.$readlogList.get()[0]).toMatchObject({
        chapter: { number: 3 },
        furthest: { chapter: { number: 12 } },
      });
      expect(furthest(account.items.get('read/1'))).toBe(12);
    });

    it('is sent if it was reached while a request was in progress', async () => {
      const { history, sync } = await open();
      const item: LibraryItem = { kind: 'read', id: '1', value: earlierChapter, at: NOON + 60_000 };
      await account.client()({ name: 'library.sync' } as never, { items: [item] } as never, {} as never);
      answer = account.client(() => {
        answer = undefined;
        history.recordReading(furtherChapter);
      });
      await sync.syncNow();
      await sync.syncNow();
      expect(furthest(account.items.get('read/1'))).toBe(12);
    });

    it('stays on the device if the upstream does not store it', async () => {
      const { history, sync, local } = await open();
      history.recordReading(furtherChapter);
      history.recordReading(earlierChapter);
      const [mine] = local.$readlogList.get();
      const stripped = { kind: 'read', id: '1', at: Date.parse(mine?.read_at ?? ''), value: earlierChapter } as const;
      answer = async () =>
        ({ success: 1, data: { items: [stripped], cursor: '1', more: false }, errors: [], status: 200 }) as never;
      await sync.syncNow();
      expect(local.$readlogList.get()).toEqual([mine]);
      answer = async (call: AnyCall) =>
        call.name === 'history.sync'
          ? ({
              success: 1,
              data: { entries: [{ ...earlierChapter, read_at: mine?.read_at }] },
              errors: [],
              status: 200,
            } as never)
          : failing(404)(call, {}, {} as never);
      await sync.syncNow();
      expect(local.$readlogList.get()).toEqual([mine]);
    });
  });

  describe('the requests of a sync', () => {
    const expectRequest = (
      reply: (times: number) => Partial<{ items: LibraryItem[]; cursor: string; more: boolean }> = () => ({}),
    ) => {
      const questions: { since?: string; items: LibraryItem[] }[] = [];
      answer = async (_call, params) => {
        questions.push(params as never);
        const data = { items: [], cursor: '7', more: false, ...reply(questions.length) };
        return { success: 1, data, errors: [], status: 200 } as never;
      };
      return questions;
    };

    it('fetch everything at first, then the changes since the last response', async () => {
      const { sync } = await open();
      const questions = expectRequest();
      await sync.syncNow();
      await sync.syncNow();
      expect(questions).toEqual([{ items: [] }, { since: '7', items: [] }]);
    });

    it('send a hundred items at a time until all are sent', async () => {
      const { sync, history } = await open();
      for (let id = 1; id <= 201; id += 1) history.recordReading({ ...reading, book: { ...reading.book, id } });
      const questions = expectRequest();
      await sync.syncNow();
      expect(questions.map(({ items }) => items.length)).toEqual([100, 100, 1]);
    });

    it('fetch at most a hundred pages, and continue the next time', async () => {
      const { sync } = await open();
      const questions = expectRequest(() => ({ more: true }));
      await sync.syncNow();
      expect([questions.length, sync.$syncState.get()]).toEqual([100, 'idle']);
      await sync.syncNow();
      expect(questions.length).toBe(200);
    });

    it('do not contain items that an account would reject', async () => {
      const { sync, history } = await open();
      history.recordReading({ ...reading, book: { ...reading.book, title: '' } });
      const questions = expectRequest();
      await sync.syncNow();
      expect(questions).toEqual([{ items: [] }]);
    });

    it.each([
      ['signs out', ''],
      ['switches to another account', '{"id":4}'],
    ])('stop without using the response if the visitor meanwhile %s', async (_title, user) => {
      const { sync, local } = await open();
      expectRequest(() => {
        if (user === '') local.$token.set('');
        else local.$userInfo.set({ id: 4, name: 'Bo', email: 'b@c.org', coins: 0, created_at: '2026-01-01T00:00:00Z' });
        return { items: [{ kind: 'seen', id: '1', value: { chapters: 3 }, at: NOON }] };
      });
      await sync.syncNow();
      expect([sync.$syncState.get(), local.$knownChapters.get(), local.$synced.get()]).toEqual(['idle', [], null]);
    });
  });

  describe('the sync with an upstream without library calls', () => {
    it.each([404, 405, 501])('falls back to the history after status %i', async (status) => {
      const { sync, history } = await open();
      history.recordReading(reading);
      answer = failing(status);
      await sync.syncNow();
      expect(calls).toEqual(['library.sync', 'history.sync']);
      expect(sync.$syncState.get()).toBe('failed');
    });

    it.each([400, 403, 500, 503])('does not fall back after status %i', async (status) => {
      const { sync } = await open();
      answer = failing(status);
      await sync.syncNow();
      expect([calls, sync.$syncState.get()]).toEqual([['library.sync'], 'failed']);
    });

    it('sends at most a thousand positions and a thousand removals', async () => {
      const { sync, local } = await open();
      const numbers = Array.from({ length: 1001 }, (_, id) => id + 1);
      local.$readlogList.set(numbers.map((id) => entry(id, '2026-05-01T11:00:00Z')));
      local.$historyRemovals.set(numbers.map((id) => ({ book_id: 5000 + id, removed_at: '2026-05-01T11:00:00Z' })));
      const sent: { entries: unknown[]; removed: unknown[] }[] = [];
      answer = async (call: AnyCall, params: unknown, context) => {
        if (call.name === 'history.sync') sent.push(params as never);
        return failing(404)(call, {}, context);
      };
      await sync.syncNow();
      expect(sent.map(({ entries, removed }) => [entries.length, removed.length])).toEqual([[1000, 1000]]);
      expect(local.$readlogList.get()).toHaveLength(1001);
    });

    it('keeps reads and removals made during the request, and records the sync', async () => {
      const { sync, history, local } = await open();
      history.recordReading(reading);
      answer = async (call: AnyCall) => {
        if (call.name !== 'history.sync') return failing(404)(call, {}, {} as never);
        history.recordReading({ ...reading, book: { ...reading.book, id: 2 } });
        history.recordReading({ ...reading, book: { ...reading.book, id: 3 } });
        history.removeFromHistory(3);
        return { success: 1, data: { entries: [] }, errors: [], status: 200 } as never;
      };
      await sync.syncNow();
      expect(local.$readlogList.get().map(({ book }) => book.id)).toEqual([2]);
      expect(local.$historyRemovals.get().map(({ book_id }) => book_id)).toEqual([3]);
      expect(local.$synced.get()).toEqual({ account: 3, cursor: '', at: NOON, known: {} });
    });

    it('discards a response if the visitor has signed out', async () => {
      const { sync, history, local } = await open();
      history.recordReading(reading);
      answer = async (call: AnyCall) => {
        if (call.name !== 'history.sync') return failing(404)(call, {}, {} as never);
        local.$token.set('');
        return { success: 1, data: { entries: [] }, errors: [], status: 200 } as never;
      };
      await sync.syncNow();
      expect(local.$readlogList.get()).toHaveLength(1);
    });
  });

  it('does nothing while signed out', async () => {
    const { sync, history } = await open(memoryPlatform({}, client));
    history.recordReading(reading);
    await sync.syncNow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([]);
  });
});
