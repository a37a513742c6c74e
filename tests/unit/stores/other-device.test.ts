import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/api-client/types.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { memoryAccount } from '../../helpers/memory-account.ts';
import { entry } from './entries.ts';
import { loadStores, memoryPlatform } from './memory-platform.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');
const SIGNED_IN = {
  token: 'abcdef0123456789',
  userInfo: '{"id":3,"name":"Ann","email":"ann@example.com","coins":5,"created_at":"2026-01-01T00:00:00Z"}',
};

let account = memoryAccount(() => NOON);
let client: ApiClient;
beforeEach(() => {
  account = memoryAccount(() => NOON);
  client = account.client();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

const { read_at: _moment, ...opened } = entry(1, '', 2);
const { read_at: _other, ...further } = entry(1, '', 9);

/** A device that knows chapter 2, and an account that another device told of chapter 9. */
async function open(saved: Readonly<Record<string, string>> = SIGNED_IN) {
  const platform = memoryPlatform(
    { ...saved, readlogList: JSON.stringify([entry(1, '2026-05-01T08:00:00Z', 2)]) },
    (...call) => client(...call),
  );
  const stores = await loadStores(platform);
  const item: LibraryItem = { kind: 'read', id: '1', value: further, at: NOON - 60_000 };
  await account.client()({ name: 'library.sync' } as never, { items: [item] } as never, {} as never);
  const openBook = () => stores.elsewhere.openBook(1, () => stores.history.recordReading(opened));
  const chapter = () => stores.local.$readlogList.get()[0]?.chapter?.number;
  return { ...stores, platform, openBook, chapter };
}

describe('opening a book', () => {
  it('offers what was read elsewhere meanwhile, and does not overwrite it', async () => {
    const { openBook, chapter, elsewhere, history } = await open();
    await openBook();
    expect(elsewhere.$otherDeviceEntry.get()?.chapter?.number).toBe(9);
    history.recordReading(opened);
    expect(chapter()).toBe(9);
    expect(account.items.get('read/1')).toMatchObject({ at: NOON - 60_000 });
  });

  it('goes on here when the visitor stays', async () => {
    const { openBook, chapter, elsewhere, history } = await open();
    await openBook();
    elsewhere.dismissPrompt();
    history.recordReading(opened);
    expect(chapter()).toBe(2);
  });

  it('goes on here when the visitor reads on for a minute', async () => {
    const { openBook, chapter, elsewhere, history, platform } = await open();
    await openBook();
    platform.setNow('2026-05-01T12:01:00Z');
    history.recordReading(opened);
    expect([chapter(), elsewhere.$otherDeviceEntry.get()]).toEqual([2, null]);
  });

  it('notes the place at once signed out, and where the account knows nothing newer', async () => {
    const signedOut = await open({});
    void signedOut.openBook();
    expect(signedOut.local.$readlogList.get()[0]?.read_at).toBe('2026-05-01T12:00:00.000Z');
    const { openBook, sync, chapter, elsewhere } = await open();
    await sync.syncNow();
    await openBook();
    expect([chapter(), elsewhere.$otherDeviceEntry.get()]).toEqual([2, null]);
  });

  it('does not wait long for the account', async () => {
    const { openBook, chapter, elsewhere } = await open();
    client = () => new Promise(() => {});
    const opening = openBook();
    await vi.advanceTimersByTimeAsync(elsewhere.SYNC_WAIT_MS);
    await opening;
    expect([chapter(), elsewhere.$otherDeviceEntry.get()]).toEqual([2, null]);
  });
});

describe('a book that stays open', () => {
  const tell = (number: number, at: number, block?: number) => {
    const { read_at: _read, ...value } = entry(1, '', number);
    if (block !== undefined && value.chapter) value.chapter.place = { block, offset: 0, hash: '00000000' };
    const item: LibraryItem = { kind: 'read', id: '1', value, at };
    return account.client()({ name: 'library.sync' } as never, { items: [item] } as never, {} as never);
  };
  /** Chapter 9 is known and noted here. */
  async function stay() {
    const stores = await open();
    await stores.sync.syncNow();
    await stores.elsewhere.openBook(1, () => stores.history.recordReading(further));
    await stores.sync.syncNow();
    return { ...stores, offered: () => stores.elsewhere.$otherDeviceEntry.get()?.chapter?.number };
  }

  it('offers what another device read further, once the account tells of it', async () => {
    const { sync, offered } = await stay();
    await tell(12, NOON + 1000);
    expect(offered()).toBeUndefined();
    await sync.syncNow();
    expect(offered()).toBe(12);
  });

  it('offers it also where something was read here meanwhile', async () => {
    const { sync, offered, history, platform, chapter } = await stay();
    await tell(12, NOON + 1000);
    platform.setNow('2026-05-01T12:01:00Z');
    history.recordReading(further);
    await sync.syncNow();
    expect([offered(), chapter()]).toEqual([12, 9]);
  });

  it.each([
    ['an earlier chapter', 4, undefined],
    ['a line further in the same one', 9, 4],
  ])('offers nothing where another device read %s', async (_name, number, block) => {
    const { sync, offered } = await stay();
    await tell(number, NOON + 1000, block);
    await sync.syncNow();
    expect(offered()).toBeUndefined();
  });

  it('offers a place a window further in the same chapter', async () => {
    const { sync, elsewhere } = await stay();
    await tell(9, NOON + 1000, 30);
    await sync.syncNow();
    expect(elsewhere.$otherDeviceEntry.get()?.chapter?.place?.block).toBe(30);
  });

  it('offers nothing twice', async () => {
    const { sync, elsewhere, offered } = await stay();
    await tell(12, NOON + 1000);
    await sync.syncNow();
    elsewhere.dismissPrompt();
    await sync.syncNow();
    expect(offered()).toBeUndefined();
  });
});
