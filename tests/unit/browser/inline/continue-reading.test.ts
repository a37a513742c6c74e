import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';

const script = readFileSync(new URL('../../../../src/browser/inline/continue-reading.js', import.meta.url), 'utf8');
const PLACE = '<a href="/history" data-continue="/book-reader" hidden><b data-title></b><i data-chapter></i></a>';

function run(html: string, readlogList: string | null) {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  runInNewContext(script, { document, localStorage: { getItem: () => readlogList } });
  return document.querySelector('a');
}

const entry = (book: number, chapter: number) => ({
  book: { id: book, title: `Book <${book}>` },
  chapter: { id: chapter, title: `Chapter ${chapter}` },
});

describe('the script for reading on', () => {
  it('leads to the chapter last read and names it as text', () => {
    const link = run(PLACE, JSON.stringify([entry(3, 31), entry(4, 41)]));
    expect(link?.getAttribute('href')).toBe('/book-reader/3/31');
    expect(link?.hasAttribute('hidden')).toBe(false);
    expect(link?.querySelector('b')?.textContent).toBe('Book <3>');
  });

  it('leads to the place in the book of the page', () => {
    const link = run(PLACE.replace(' hidden', ' data-book="4"'), JSON.stringify([entry(3, 31), entry(4, 41)]));
    expect(link?.getAttribute('href')).toBe('/book-reader/4/41');
  });

  it.each([
    ['nothing', null],
    ['junk', '{"a":'],
    ['no list', '{"book":1}'],
    ['a book without chapter', '[{"book":{"id":3},"chapter":null}]'],
    ['an id that is no number', '[{"book":{"id":"//evil.example"},"chapter":{"id":1}}]'],
    ['an entry of null', '[null]'],
  ])('stays hidden for %s in the history', (_name, stored) => {
    const link = run(PLACE, stored);
    expect(link?.hasAttribute('hidden')).toBe(true);
    expect(link?.getAttribute('href')).toBe('/history');
  });

  it.each([
    ['as many as came since', { items: [{ id: 3, chapters: 12 }] }, [{ book_id: 3, chapters: 10 }], 'New: 2'],
    ['none for what was read already', { items: [{ id: 3, chapters: 2 }] }, [{ book_id: 3, chapters: 1 }], null],
    ['none where nothing was seen before', { items: [{ id: 3, chapters: 12 }] }, null, null],
    ['none for junk', 'x', 7, null],
  ])('tells of new chapters: %s', (_name, briefs, seen, told) => {
    const place = PLACE.replace('</a>', '<u data-new="New: {number}" hidden></u></a>');
    const { document } = parseHTML(`<!doctype html><html><body>${place}</body></html>`);
    const list = [{ ...entry(3, 31), chapter: { id: 31, number: 2, title: 'Two' } }];
    const kept = { readlogList: list, 'lectern:briefs': briefs, 'lectern:seen': seen };
    const getItem = (key: keyof typeof kept) => JSON.stringify(kept[key]);
    runInNewContext(script, { document, localStorage: { getItem } });
    const badge = document.querySelector<HTMLElement>('u');
    expect(badge?.hidden ? null : badge?.textContent).toBe(told);
  });

  it('marks the chapter read last in the list of chapters and opens its range', () => {
    const chapterList =
      '<div data-chapter-list="4"><details class="chapters-range"><a href="/book-reader/4/41">x</a></details><a href="/book-reader/4/141">y</a></div>';
    const { document } = parseHTML(`<!doctype html><html><body>${chapterList}</body></html>`);
    const list = JSON.stringify([entry(3, 31), entry(4, 41)]);
    runInNewContext(script, { document, localStorage: { getItem: () => list } });
    expect([...document.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent)).toEqual(['x']);
    expect(document.querySelector('details')?.open).toBe(true);
  });
});
