import { describe, expect, it } from 'vitest';
import type { LookUpOrigin } from '#src/features/reader/links/state.ts';
import { entry } from '../../../shell/state/entries.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const KEY = 'lectern:look-up';
const PLACE = { block: 3, offset: 0, hash: '0123abcd' };
const ORIGIN: LookUpOrigin = { chapter: 11, title: 'One', place: PLACE, top: 40, link: 'note-1' };
const history = [{ ...entry(1, '2026-01-01T00:00:00Z'), chapter: { id: 11, title: 'One', number: 1, place: PLACE } }];

async function open(keys: Record<string, string> = { readlogList: JSON.stringify(history) }) {
  const platform = memoryPlatform(keys);
  await loadStores(platform);
  const lookUp = await import('#src/features/reader/links/state.ts');
  const storedLookUp = () => JSON.parse(platform.tabStorage.get(KEY) ?? 'null');
  return { ...lookUp, storedLookUp, forget: () => lookUp.$lookUp.set(null) };
}

describe('the look-up that starts when a link in a book is followed', () => {
  it('continues on the next page in the tab', async () => {
    const { setLookUp, lookUpAfter, isLookingUp, storedLookUp, forget, openChapterPage } = await open();
    setLookUp(lookUpAfter(1, 20, ORIGIN));
    expect([isLookingUp(1), isLookingUp(2)]).toEqual([true, false]);
    expect(storedLookUp()).toEqual({ book_id: 1, at: 20, from: ORIGIN, returns: false });
    forget();
    expect(openChapterPage(1, 20, '')).toBeNull();
    expect(isLookingUp(1)).toBe(true);
  });

  it('returns to the origin of the first link after several links, separately for each book', async () => {
    const { setLookUp, lookUpAfter } = await open();
    setLookUp(lookUpAfter(1, 20, ORIGIN));
    const second = { ...ORIGIN, chapter: 20, title: 'Notes' };
    expect(lookUpAfter(1, 30, second)).toEqual({ book_id: 1, at: 30, from: ORIGIN, returns: false });
    expect(lookUpAfter(2, 30, second).from).toEqual(second);
  });

  it('ends on request or when another chapter is opened', async () => {
    const { setLookUp, lookUpAfter, endLookUp, openChapterPage, isLookingUp, storedLookUp } = await open();
    setLookUp(lookUpAfter(1, 20, ORIGIN));
    endLookUp();
    expect([isLookingUp(1), storedLookUp()]).toEqual([false, null]);
    setLookUp(lookUpAfter(1, 20, ORIGIN));
    expect(openChapterPage(1, 21, '')).toBeNull();
    expect([isLookingUp(1), storedLookUp()]).toEqual([false, null]);
  });

  it('does not affect other books', async () => {
    const { storeLookUp, lookUpAfter, openChapterPage, isLookingUp } = await open();
    storeLookUp(lookUpAfter(2, 20, ORIGIN));
    openChapterPage(1, 20, '');
    expect([isLookingUp(1), isLookingUp(2)]).toEqual([false, false]);
  });
});

describe('returning from a look-up', () => {
  it('ends the look-up and returns the position of its origin', async () => {
    const { storeLookUp, lookUpAfter, openChapterPage, isLookingUp, storedLookUp } = await open();
    storeLookUp({ ...lookUpAfter(1, 20, ORIGIN), returns: true });
    expect(openChapterPage(1, 11, '')).toEqual(ORIGIN);
    expect([isLookingUp(1), storedLookUp()]).toEqual([false, null]);
  });

  it('does not happen if the original chapter is opened in a different way', async () => {
    const { storeLookUp, lookUpAfter, openChapterPage } = await open();
    storeLookUp(lookUpAfter(1, 20, ORIGIN));
    expect(openChapterPage(1, 11, '')).toBeNull();
  });
});

describe('a page opened through a link before any script ran', () => {
  it('starts a look-up from the position read last', async () => {
    const { openChapterPage, isLookingUp, $lookUp } = await open();
    expect(openChapterPage(1, 20, '#c-note')).toBeNull();
    const from = { chapter: 11, title: 'One', place: PLACE, link: '' };
    expect(isLookingUp(1) ? $lookUp.get() : 'none').toEqual({ book_id: 1, at: 20, from, returns: false });
  });

  it('starts no look-up for an unread book or a URL without such a link', async () => {
    const { openChapterPage, isLookingUp } = await open();
    openChapterPage(7, 20, '#top');
    openChapterPage(1, 20, '#comments');
    expect([isLookingUp(7), isLookingUp(1)]).toEqual([false, false]);
  });
});

describe('a look-up of a passage from the notebook', () => {
  const mark = {
    id: 'm1',
    book: { id: 1, title: 'Book' },
    chapter: { id: 30, title: 'Three' },
    start: { block: 9, offset: 1, hash: '0123abcd' },
  } as never;

  it('keeps the reading position and ends when the notebook is open again', async () => {
    const { lookUpFromNotebook, storeLookUp, endLookUpFromNotebook, storedLookUp } = await open();
    storeLookUp(lookUpFromNotebook(mark));
    expect(storedLookUp()).toEqual({
      book_id: 1,
      at: 30,
      from: { chapter: 11, title: 'One', place: PLACE, link: '', mark: 'm1' },
      returns: false,
    });
    endLookUpFromNotebook();
    expect(storedLookUp()).toBeNull();
  });

  it('returns to the passage itself in an unread book', async () => {
    const { lookUpFromNotebook } = await open({});
    expect(lookUpFromNotebook(mark).from).toEqual({
      chapter: 30,
      title: 'Three',
      place: { block: 9, offset: 1, hash: '0123abcd' },
      link: '',
      mark: 'm1',
    });
  });

  it('ends when the notebook opens, but other look-ups continue', async () => {
    const { storeLookUp, lookUpAfter, endLookUpFromNotebook, storedLookUp } = await open();
    storeLookUp(lookUpAfter(1, 20, ORIGIN));
    endLookUpFromNotebook();
    expect(storedLookUp()).not.toBeNull();
  });
});

it('invalid stored data does not count as a look-up', async () => {
  const { storeLookUp, openChapterPage, isLookingUp } = await open();
  storeLookUp({ book_id: 1, at: 20 } as never);
  expect(openChapterPage(1, 20, '')).toBeNull();
  expect(isLookingUp(1)).toBe(false);
});
