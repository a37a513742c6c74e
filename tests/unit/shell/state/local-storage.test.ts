import { describe, expect, it } from 'vitest';
import { SHARED_SETTINGS } from '#src/shell/state/reader-settings.ts';
import { entry } from './entries.ts';
import { loadStores, memoryPlatform } from './memory-platform.ts';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const read = entry(4, '2026-03-01T00:00:00Z');
const removal = { book_id: 4, removed_at: '2026-03-01T00:00:00Z' };
const shelfItem = { book: read.book, cover: null, added_at: '2026-03-01T00:00:00Z', at: 5 };
const mark = { kind: 'removed', id: '3f0e8c0a-1d2b', updated_at: '2026-03-01T00:00:00Z' } as const;
const offline = {
  book: read.book,
  cover: null,
  start: '/book-reader/4/41',
  total: 3,
  done: 2,
  bytes: 9000,
  state: 'paused',
  kept_at: '2026-03-01T00:00:00Z',
} as const;
const token = 'abcdef0123456789';

/** Key, store, default, a valid value, and an invalid text. */
const KEYS = [
  ['token', '$token', '', token, ['short', `${token}\r\nx: y`, 'ключ-ключ-ключ-ключ', '']],
  ['lectern:renew-at', '$renewAt', null, 1_777_000_000_000, ['-1', '1.5', '"soon"', '{}', 'soon']],
  ['userInfo', '$userInfo', {}, user, ['{"id":0}', '[]', 'null', '"Ann"', '{']],
  ['loginStatus', '$loginStatus', false, true, ['"yes"', '1', 'yes']],
  ['readlogList', '$readlogList', [], [read], ['{}', 'null', '[1,null,{}]', '[{"book":{"id":4}}]', 'x']],
  ['local_uid', '$localUid', '', '3f0e8c0a-1d2b-4c3d-8e4f-5a6b7c8d9e0f', ['?', 'a b c d e f g h', 'x'.repeat(65)]],
  ['font_size', '$fontSize', 16, 20, ['13', '25', '16.5', '"16"', 'null', '{}']],
  ['bg_color', '$bgColor', 1, 5, ['0', '6', '1.5', '"2"', '']],
  ['bg_night', '$bgNight', null, true, ['1', '"true"', 'yes', '{}']],
  ['lectern:removed', '$historyRemovals', [], [removal], ['{}', '[{"book_id":"4"}]', 'null']],
  ['lectern:shelf', '$shelf', [], [shelfItem], ['{}', 'null', '[{"book":4}]', '[{"book":{"id":4},"added_at":"x"}]']],
  ['lectern:lists', '$lists', [], [{ id: 'abcd-1', name: 'Sea', at: 5 }], ['{}', '[{"id":"?","name":"x","at":1}]']],
  ['lectern:listed', '$listEntries', [], [{ list: 'later', book_id: 4, at: 5 }], ['{}', '[{"list":"later"}]', 'null']],
  [
    'lectern:seen',
    '$knownChapters',
    [],
    [{ book_id: 4, chapters: 9, at: 5 }],
    ['{}', '[{"book_id":4,"chapters":-1,"at":1}]'],
  ],
  ['lectern:hidden-tags', '$hiddenTags', [], [{ id: 7, name: 'Wolves', at: 5 }], ['{}', '[7]', '[{"id":"7"}]']],
  ['lectern:gone', '$tombstones', [], [{ key: 'shelf/4', at: 5 }], ['{}', '[{"key":4}]', 'null']],
  ['lectern:synced', '$synced', null, { account: 3, cursor: '9', at: 5, known: { 'read/4': 5 } }, ['{}', '[]', '1']],
  ['lectern:briefs', '$briefs', { at: 0, items: [] }, { at: 5, items: [{ id: 4, chapters: 9 }] }, ['{}', '[]', '1']],
  [
    'lectern:kept',
    '$downloads',
    [],
    [offline],
    ['{}', 'null', '[{"book":4}]', JSON.stringify([{ ...offline, start: '//x' }])],
  ],
  ['lectern:notify-offered', '$notifyOffered', false, true, ['1', '"true"', 'yes']],
  ['lectern:recent-searches', '$recentSearches', [], ['moon'], ['{}', '[""]', '[3]', 'moon']],
  ['lectern:marks', '$marks', [], [mark], ['{}', 'null', '[{"kind":"bookmark"}]', '[{"kind":"removed","id":"?"}]']],
  [
    ...(['lectern:listening', '$listening', { rate: 1, voices: {} }, { rate: 1.5, voices: { en: 'Ann' } }] as const),
    ['{}', '{"rate":9,"voices":{}}', '{"rate":1,"voices":{"en":1}}', '1'],
  ],
  ['lectern:pace', '$pace', 0, 240, ['-1', '3000', '"240"', 'null', '{']],
  ['lectern:read', '$readChapters', [], [{ book_id: 4, spans: [[1, 3]] }], ['{}', '[{"book_id":4,"spans":[[1]]}]']],
  ['lectern:vertical', '$vertical', false, true, ['1', '"true"', 'yes']],
] as const;

describe('persisted stores', () => {
  it.each(KEYS)('%s has its default value if nothing is stored', async (_key, store, initial) => {
    const { local } = await loadStores(memoryPlatform());
    expect(local[store].get()).toEqual(initial);
  });

  it.each(KEYS)('%s is read from storage', async (key, store, _initial, value) => {
    const saved = typeof value === 'string' ? value : JSON.stringify(value);
    const { local } = await loadStores(memoryPlatform({ [key]: saved }));
    expect(local[store].get()).toEqual(value);
  });

  it.each(KEYS)(
    '%s falls back to its default if the stored data is invalid',
    async (key, store, initial, _value, junk) => {
      for (const text of junk) {
        const { local } = await loadStores(memoryPlatform({ [key]: text }));
        expect(local[store].get(), text).toEqual(initial);
      }
    },
  );

  it('lectern:reader drops only invalid settings', async () => {
    const saved =
      '{"face":"comic","leading":9,"measure":3,"justify":"yes","paragraphs":"indented","hyphens":1,"black":true,"flow":"pages","columns":3}';
    const { local } = await loadStores(memoryPlatform({ 'lectern:reader': saved }));
    const valid = { measure: 3, paragraphs: 'indented', black: true, flow: 'pages' };
    expect(local.$readerSettings.get()).toEqual({ ...local.DEFAULT_READER_SETTINGS, ...valid });
  });

  it.each(['null', '[', '7', '"x"'])('lectern:reader has its defaults if the stored value is %s', async (text) => {
    const { local } = await loadStores(memoryPlatform({ 'lectern:reader': text }));
    expect(local.$readerSettings.get()).toEqual(local.DEFAULT_READER_SETTINGS);
  });

  it.each(Object.entries(SHARED_SETTINGS))(
    'lectern:reader accepts every value of %s and has its default',
    async (name, row) => {
      const { local } = await loadStores(memoryPlatform());
      expect(local.$readerSettings.get()).toHaveProperty(name, row.initial);
      for (const value of row.values) {
        const saved = memoryPlatform({ 'lectern:reader': JSON.stringify({ [name]: value }) });
        expect((await loadStores(saved)).local.$readerSettings.get()).toHaveProperty(name, value);
      }
    },
  );

  it('use only the documented storage keys', async () => {
    const platform = memoryPlatform();
    const { local, session } = await loadStores(platform);
    local.$token.set(token);
    local.$renewAt.set(5);
    local.$userInfo.set(user);
    local.$loginStatus.set(true);
    local.$readlogList.set([read]);
    local.$localUid.set('3f0e8c0a-1d2b-4c3d-8e4f-5a6b7c8d9e0f');
    local.$fontSize.set(18);
    local.$bgColor.set(2);
    local.$bgNight.set(false);
    local.$historyRemovals.set([removal]);
    local.$shelf.set([shelfItem]);
    local.$lists.set([{ id: 'abcd-1', name: 'Sea', at: 5 }]);
    local.$listEntries.set([{ list: 'later', book_id: 4, at: 5 }]);
    local.$knownChapters.set([{ book_id: 4, chapters: 9, at: 5 }]);
    local.$hiddenTags.set([{ id: 7, name: 'Wolves', at: 5 }]);
    local.$tombstones.set([{ key: 'shelf/4', at: 5 }]);
    local.$synced.set({ account: 3, cursor: '9', at: 5, known: {} });
    local.$briefs.set({ at: 5, items: [] });
    local.$downloads.set([offline]);
    local.$notifyOffered.set(true);
    local.$recentSearches.set(['moon']);
    local.$marks.set([mark]);
    local.$listening.set({ rate: 2, voices: {} });
    local.$vertical.set(true);
    local.$pace.set(240);
    local.$readChapters.set([{ book_id: 4, spans: [[1, 3]] }]);
    expect([...platform.saved.keys()].toSorted()).toEqual(KEYS.map(([key]) => key).toSorted());
    expect(platform.saved.get('font_size')).toBe('18');
    expect(platform.saved.get('bg_night')).toBe('false');
    session.forgetSession();
    expect(platform.saved.has('token')).toBe(false);
    expect(platform.saved.get('userInfo')).toBe('{}');
    expect(platform.saved.get('loginStatus')).toBe('false');
  });

  it('contain nothing about the account after sign-out', async () => {
    const platform = memoryPlatform();
    const { local, session } = await loadStores(platform);
    const account = { id: 987_654, name: 'Ann Secret', email: 'ann@secret.example', coins: 7_654_321 };
    local.$token.set('secret-token');
    local.$userInfo.set({ ...account, created_at: '2026-01-01T00:00:00Z' });
    local.$synced.set({ account: account.id, cursor: '9', at: 5, known: { 'read/4': 5 } });
    const secrets = /987654|secret|7654321/i;
    expect([...platform.saved.values()].filter((text) => secrets.test(text))).toHaveLength(3);
    await session.forgetSession();
    expect([...platform.saved].filter(([, text]) => secrets.test(text))).toEqual([]);
  });

  it('keep the valid entries of a history that contains an invalid entry', async () => {
    const impossible = entry(5, '2026-02-01T00:00:00 +23');
    const { local } = await loadStores(memoryPlatform({ readlogList: JSON.stringify([impossible, 7, read]) }));
    expect(local.$readlogList.get()).toEqual([read]);
  });

  it('are updated when another tab changes them', async () => {
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
