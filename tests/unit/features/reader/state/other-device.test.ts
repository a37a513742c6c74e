import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { memoryAccount } from '../../../../helpers/memory-account.ts';
import { entry } from '../../../shell/state/entries.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval'] });
});
afterEach(() => void vi.useRealTimers());

const { read_at: _moment, ...opened } = entry(1, '', 2);
const { read_at: _other, ...further } = entry(1, '', 9);

/** This device is at chapter 2; the account has chapter 9 from another device. */
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
  it('offers the position from another device without overwriting it', async () => {
    const { openBook, chapter, elsewhere, history } = await open();
    await openBook();
    expect(elsewhere.$otherDeviceEntry.get()?.chapter?.number).toBe(9);
    history.recordReading(opened);
    expect(chapter()).toBe(9);
    expect(account.items.get('read/1')).toMatchObject({ at: NOON - 60_000 });
  });

  it("keeps this device's position if the visitor stays", async () => {
    const { openBook, chapter, elsewhere, history } = await open();
    await openBook();
    elsewhere.dismissPrompt();
    history.recordReading(opened);
    expect(chapter()).toBe(2);
  });

  it("keeps this device's position if the visitor reads on for one minute", async () => {
    const { openBook, chapter, elsewhere, history, platform } = await open();
    await openBook();
    platform.setNow('2026-05-01T12:01:00Z');
    history.recordReading(opened);
    expect([chapter(), elsewhere.$otherDeviceEntry.get()]).toEqual([2, null]);
  });

  it('records the position immediately if signed out or if the account has nothing newer', async () => {
    const signedOut = await open({});
    void signedOut.openBook();
    expect(signedOut.local.$readlogList.get()[0]?.read_at).toBe('2026-05-01T12:00:00.000Z');
    const { openBook, sync, chapter, elsewhere } = await open();
    await sync.syncNow();
    await openBook();
    expect([chapter(), elsewhere.$otherDeviceEntry.get()]).toEqual([2, null]);
  });

  it('waits only briefly for the response of the account', async () => {
    const { openBook, chapter, elsewhere } = await open();
    client = () => new Promise(() => {});
    const opening = openBook();
    await vi.advanceTimersByTimeAsync(elsewhere.SYNC_WAIT_MS);
    await opening;
    expect([chapter(), elsewhere.$otherDeviceEntry.get()]).toEqual([2, null]);
  });
});

describe('a book that stays open', () => {
  const readOnOtherDevice = (number: number, at: number, block?: number) => {
    const { read_at: _read, ...value } = entry(1, '', number);
    if (block !== undefined && value.chapter) value.chapter.place = { block, offset: 0, hash: '00000000' };
    const item: LibraryItem = { kind: 'read', id: '1', value, at };
    return account.client()({ name: 'library.sync' } as never, { items: [item] } as never, {} as never);
  };
  /** Accepts chapter 9 from the other device and records it. */
  async function openAndStay() {
    const stores = await open();
    await stores.sync.syncNow();
    await stores.elsewhere.openBook(1, () => stores.history.recordReading(further));
    await stores.sync.syncNow();
    return { ...stores, offered: () => stores.elsewhere.$otherDeviceEntry.get()?.chapter?.number };
  }

  it('offers a position further on in the book when the account has received it from another device', async () => {
    const { sync, offered } = await openAndStay();
    await readOnOtherDevice(12, NOON + 1000);
    expect(offered()).toBeUndefined();
    await sync.syncNow();
    expect(offered()).toBe(12);
  });

  it('fetches positions from other devices within a minute while it is visible, without any user action', async () => {
    const { sync, offered, platform } = await openAndStay();
    await readOnOtherDevice(12, NOON + 1000);
    platform.setNow('2026-05-01T12:01:00Z');
    platform.setVisible(false);
    await vi.advanceTimersByTimeAsync(sync.OPEN_BOOK_SYNC_MS);
    expect(offered()).toBeUndefined();
    platform.setVisible(true);
    await vi.advanceTimersByTimeAsync(sync.OPEN_BOOK_SYNC_MS);
    expect(offered()).toBe(12);
  });

  it('does not sync again shortly after another sync', async () => {
    const { sync, offered } = await openAndStay();
    await readOnOtherDevice(12, NOON + 1000);
    await vi.advanceTimersByTimeAsync(sync.OPEN_BOOK_SYNC_MS);
    expect(offered()).toBeUndefined();
  });

  it('offers a further position even if the visitor has read on at this device in the meantime', async () => {
    const { sync, offered, history, platform, chapter } = await openAndStay();
    await readOnOtherDevice(12, NOON + 1000);
    platform.setNow('2026-05-01T12:01:00Z');
    history.recordReading(further);
    await sync.syncNow();
    expect([offered(), chapter()]).toEqual([12, 9]);
  });

  it.each([
    ['an earlier chapter', 4, undefined],
    ['one line further in the same chapter', 9, 4],
  ])('offers nothing if another device read %s', async (_name, number, block) => {
    const { sync, offered } = await openAndStay();
    await readOnOtherDevice(number, NOON + 1000, block);
    await sync.syncNow();
    expect(offered()).toBeUndefined();
  });

  it('offers a position at least one window height further on in the same chapter', async () => {
    const { sync, elsewhere } = await openAndStay();
    await readOnOtherDevice(9, NOON + 1000, 30);
    await sync.syncNow();
    expect(elsewhere.$otherDeviceEntry.get()?.chapter?.place?.block).toBe(30);
  });

  it('does not repeat an offer', async () => {
    const { sync, elsewhere, offered } = await openAndStay();
    await readOnOtherDevice(12, NOON + 1000);
    await sync.syncNow();
    elsewhere.dismissPrompt();
    await sync.syncNow();
    expect(offered()).toBeUndefined();
  });
});
