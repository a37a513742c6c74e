// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { historyRows } from '#src/features/library/early/history-rows.ts';
import { clearStage, ISLANDS, showIsland } from '../../../shell/island/stage.tsx';
import { entry } from '../../../shell/state/entries.ts';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const { props } = ISLANDS.history;
const store = (value: unknown) => localStorage.setItem('readlogList', JSON.stringify(value));

afterEach(async () => {
  localStorage.clear();
  vi.useRealTimers();
  await clearStage();
});

describe('the history before React has loaded', () => {
  it('has the same elements as the island', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    const first = entry(4, '2026-04-30T11:00:00Z', 2);
    const stored = [
      {
        ...first,
        cover: { url: '/media/covers/4.webp', widths: [80, 160, 320], tone: 3 },
        furthest: { chapter: { id: 409, number: 9, title: 'Nine' }, since: 0 },
      },
      { ...entry(5, '2026-03-01T00:00:00Z'), book: { ...first.book, id: 5, title: 'ירח', language: 'he' } },
      { ...entry(6, '2020-01-01T00:00:00Z'), chapter: null },
    ];
    const locator = { block: 0, offset: 0, hash: '0123abcd' };
    const mark = {
      id: 'mark-00001',
      kind: 'bookmark',
      book: first.book,
      chapter: first.chapter,
      start: locator,
      text: 'A passage',
      note: '',
      created_at: '2026-04-01T12:00:00.000Z',
      updated_at: '2026-04-01T12:00:00.000Z',
    };
    const marks = JSON.stringify([mark]);
    localStorage.setItem('lectern:marks', marks);
    store(stored);
    const early = historyRows(props, NOW);
    const { root } = await showIsland(
      'history',
      memoryPlatform({ readlogList: JSON.stringify(stored), 'lectern:marks': marks }),
    );
    // Twenty rows need no hint to load pictures late.
    for (const image of root.querySelectorAll('img')) image.removeAttribute('loading');
    const [offer, tools, list] = early;
    // React omits empty texts.
    list?.normalize();
    expect(list?.querySelectorAll('.history-more')).toHaveLength(2);
    expect(list?.isEqualNode(root.querySelector('.history'))).toBe(true);
    expect(offer?.isEqualNode(root.querySelector('.keep-places'))).toBe(true);
    expect(tools?.querySelectorAll('select, input')).toHaveLength(1);
  });

  it('has at most 20 rows, and takes the place of the search field of a long list', () => {
    store(Array.from({ length: 40 }, (_, index) => entry(index + 1, '2026-04-30T11:00:00Z')));
    const [, tools, list] = historyRows(props, NOW);
    expect(list?.children).toHaveLength(20);
    expect(tools?.querySelectorAll('select, input')).toHaveLength(2);
  });

  it('does not offer to sign in to visitors who are signed in or to brands without accounts', () => {
    store([entry(4, '2026-04-30T11:00:00Z')]);
    expect(historyRows({ ...props, accounts: false }, NOW)).toHaveLength(2);
    localStorage.setItem('token', 'abcdef0123456789');
    expect(historyRows(props, NOW)).toHaveLength(2);
  });

  it.each([
    ['nothing', []],
    ['no list', { book: 1 }],
    ['invalid entries', [null, 4, { book: { id: 'x' } }, { ...entry(4, ''), chapter: 'x' }, { book: { id: 4 } }]],
  ])('is left to React if %s is stored', (_what, stored) => {
    store(stored);
    expect(historyRows(props, NOW)).toEqual([]);
  });

  it('shows the default cover if a stored cover is not usable', () => {
    store([{ ...entry(4, '2026-04-30T11:00:00Z'), cover: { url: 5 } }]);
    const image = historyRows(props, NOW).at(-1)?.querySelector('img');
    expect(image?.getAttribute('src')).toBe('/_brand/cover.svg');
  });
});
