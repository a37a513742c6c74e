import { describe, expect, it } from 'vitest';
import { entry } from './entries.ts';
import { loadStores, memoryPlatform } from './platform.ts';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const read = entry(4, '2026-03-01T00:00:00Z');
const removal = { book_id: 4, removed_at: '2026-03-01T00:00:00Z' };
const token = 'abcdef0123456789';

/** Key, store, default, a value that is kept, texts that are not worth keeping. */
const KEYS = [
  ['token', '$token', '', token, ['short', `${token}\r\nx: y`, 'ключ-ключ-ключ-ключ', '']],
  ['userInfo', '$userInfo', {}, user, ['{"id":0}', '[]', 'null', '"Ann"', '{']],
  ['loginStatus', '$loginStatus', false, true, ['"yes"', '1', 'yes']],
  ['readlogList', '$readlogList', [], [read], ['{}', 'null', '[1,null,{}]', '[{"book":{"id":4}}]', 'x']],
  ['local_uid', '$localUid', '', '3f0e8c0a-1d2b-4c3d-8e4f-5a6b7c8d9e0f', ['?', 'a b c d e f g h', 'x'.repeat(65)]],
  ['font_size', '$fontSize', 16, 20, ['13', '25', '16.5', '"16"', 'null', '{}']],
  ['bg_color', '$bgColor', 1, 5, ['0', '6', '1.5', '"2"', '']],
  ['bg_night', '$bgNight', null, true, ['1', '"true"', 'yes', '{}']],
  ['lectern:removed', '$removed', [], [removal], ['{}', '[{"book_id":"4"}]', 'null']],
  ['lectern:recent-searches', '$recentSearches', [], ['moon'], ['{}', '[""]', '[3]', 'moon']],
] as const;

describe('persisted stores', () => {
  it.each(KEYS)('%s has its default while nothing is saved', async (_key, store, initial) => {
    const { local } = await loadStores(memoryPlatform());
    expect(local[store].get()).toEqual(initial);
  });

  it.each(KEYS)('%s is read', async (key, store, _initial, value) => {
    const saved = typeof value === 'string' ? value : JSON.stringify(value);
    const { local } = await loadStores(memoryPlatform({ [key]: saved }));
    expect(local[store].get()).toEqual(value);
  });

  it.each(KEYS)('%s takes junk for its default', async (key, store, initial, _value, junk) => {
    for (const text of junk) {
      const { local } = await loadStores(memoryPlatform({ [key]: text }));
      expect(local[store].get(), text).toEqual(initial);
    }
  });

  it('are written under the keys of the specification and no others', async () => {
    const platform = memoryPlatform();
    const { local, session } = await loadStores(platform);
    local.$token.set(token);
    local.$userInfo.set(user);
    local.$loginStatus.set(true);
    local.$readlogList.set([read]);
    local.$localUid.set('3f0e8c0a-1d2b-4c3d-8e4f-5a6b7c8d9e0f');
    local.$fontSize.set(18);
    local.$bgColor.set(2);
    local.$bgNight.set(false);
    local.$removed.set([removal]);
    local.$recentSearches.set(['moon']);
    expect([...platform.saved.keys()].toSorted()).toEqual(KEYS.map(([key]) => key).toSorted());
    expect(platform.saved.get('font_size')).toBe('18');
    expect(platform.saved.get('bg_night')).toBe('false');
    session.forgetSession();
    expect(platform.saved.has('token')).toBe(false);
    expect(platform.saved.get('userInfo')).toBe('{}');
    expect(platform.saved.get('loginStatus')).toBe('false');
  });

  it('keep the good entries of a history in which one is broken', async () => {
    const impossible = entry(5, '2026-02-01T00:00:00 +23');
    const { local } = await loadStores(memoryPlatform({ readlogList: JSON.stringify([impossible, 7, read]) }));
    expect(local.$readlogList.get()).toEqual([read]);
  });

  it('follow what another tab saves', async () => {
    const platform = memoryPlatform();
    const { local } = await loadStores(platform);
    const seen: number[] = [];
    const stop = local.$fontSize.listen((size) => seen.push(size));
    platform.saveInOtherTab('font_size', '22');
    platform.saveInOtherTab('font_size', '99');
    stop();
    expect(seen).toEqual([22, 16]);
  });
});
