import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import homePlaces from '#src/features/home/home-places.inline.ts?raw';
import continueReading from '#src/shell/books/continue-reading.inline.ts?raw';

const script = `${homePlaces}\n${continueReading}`;
const PLACE = '<a href="/history" data-continue="/book-reader" hidden><b data-title></b><i data-chapter></i></a>';

/** The page after the script has run. `pass` lets the script's timers end. */
function pageWith(html: string, stored: Readonly<Record<string, string | null>>) {
  const { document, CustomEvent, Event } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const timers: (() => void)[] = [];
  const saved = { ...stored };
  runInNewContext(script, {
    document,
    CustomEvent,
    Event,
    localStorage: { getItem: (key: string) => saved[key] ?? null },
    setTimeout: (end: () => void) => timers.push(end),
    addEventListener: () => undefined,
  });
  return {
    document,
    saved,
    advance: () => timers.map((end) => end()),
    announce: () => document.dispatchEvent(new Event('lectern:library')),
  };
}

const run = (html: string, readlogList: string | null) => pageWith(html, { readlogList }).document.querySelector('a');

const entry = (book: number, chapter: number) => ({
  book: { id: book, title: `Book <${book}>` },
  chapter: { id: chapter, title: `Chapter ${chapter}` },
});

describe('the continue-reading script', () => {
  it('links to the chapter read last and shows its name as plain text', () => {
    const link = run(PLACE, JSON.stringify([entry(3, 31), entry(4, 41)]));
    expect(link?.getAttribute('href')).toBe('/book-reader/3/31');
    expect(link?.hasAttribute('hidden')).toBe(false);
    expect(link?.querySelector('b')?.textContent).toBe('Book <3>');
  });

  it('on the page of a book links to the reading position in that book', () => {
    const link = run(PLACE.replace(' hidden', ' data-book="4"'), JSON.stringify([entry(3, 31), entry(4, 41)]));
    expect(link?.getAttribute('href')).toBe('/book-reader/4/41');
  });

  it.each([
    ['nothing', null],
    ['invalid JSON', '{"a":'],
    ['something other than a list', '{"book":1}'],
    ['a book without a chapter', '[{"book":{"id":3},"chapter":null}]'],
    ['an id that is not a number', '[{"book":{"id":"//evil.example"},"chapter":{"id":1}}]'],
    ['a null entry', '[null]'],
  ])('shows nothing if the stored history is %s', (_name, stored) => {
    const link = run(PLACE, stored);
    expect(link?.hasAttribute('hidden')).toBe(true);
    expect(link?.getAttribute('href')).toBe('/history');
  });

  it.each([
    ['the number added since', { items: [{ id: 3, chapters: 12 }] }, [{ book_id: 3, chapters: 10 }], 'New: 2'],
    ['none if they were already read', { items: [{ id: 3, chapters: 2 }] }, [{ book_id: 3, chapters: 1 }], null],
    ['none if the book was not seen before', { items: [{ id: 3, chapters: 12 }] }, null, null],
    ['none for invalid data', 'x', 7, null],
  ])('shows the number of new chapters: %s', (_name, briefs, seen, badgeText) => {
    const place = PLACE.replace('</a>', '<u data-new="New: {number}" hidden></u></a>');
    const list = [{ ...entry(3, 31), chapter: { id: 31, number: 2, title: 'Two' } }];
    const stored = { readlogList: list, 'lectern:briefs': briefs, 'lectern:seen': seen };
    const texts = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]));
    const { document } = pageWith(place, texts);
    const badge = document.querySelector<HTMLElement>('u');
    expect(badge?.hidden ? null : badge?.textContent).toBe(badgeText);
  });

  it('marks the chapter read last in the chapter list and expands its range', () => {
    const chapterList =
      '<div data-chapter-list="4"><details class="chapters-range"><a href="/book-reader/4/41">x</a></details><a href="/book-reader/4/141">y</a></div>';
    const { document } = pageWith(chapterList, { readlogList: JSON.stringify([entry(3, 31), entry(4, 41)]) });
    expect([...document.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent)).toEqual(['x']);
    expect(document.querySelector('details')?.open).toBe(true);
  });

  describe('the script on a page that can show the furthest chapter', () => {
    const FURTHEST = '<u data-furthest="/book-reader" hidden><i data-chapter></i></u>';
    const withFurthest = (last: number, furthest: number) =>
      JSON.stringify([
        {
          ...entry(3, 30 + last),
          chapter: { id: 30 + last, number: last, title: `Chapter ${last}` },
          furthest: { chapter: { id: 30 + furthest, number: furthest, title: `Chapter ${furthest}` }, since: 0 },
        },
      ]);
    const shownOf = (document: Document) => {
      const link = document.querySelector<HTMLElement>('[data-furthest]');
      return link?.hidden ? null : [link?.textContent, Object(link).href];
    };

    it('links to the furthest chapter if it comes after the chapter read last', () => {
      const { document } = pageWith(PLACE + FURTHEST, { readlogList: withFurthest(2, 7) });
      expect(document.querySelector('a')?.getAttribute('href')).toBe('/book-reader/3/32');
      expect(shownOf(document)).toEqual(['Chapter 7', '/book-reader/3/37']);
    });

    it.each([
      ['if the reading position is in it', withFurthest(2, 2)],
      ['if none is stored', JSON.stringify([{ ...entry(3, 31), furthest: { chapter: null, since: 5 } }])],
      ['if it is invalid', JSON.stringify([{ ...entry(3, 31), furthest: { chapter: { id: 'x', number: 9 } } }])],
    ])('shows no link to the furthest chapter %s', (_name, readlogList) => {
      expect(shownOf(pageWith(PLACE + FURTHEST, { readlogList }).document)).toBeNull();
    });

    const ASKING = (PLACE + FURTHEST).replaceAll(' hidden>', ' data-asks hidden>');
    const signedIn = { token: 'abcdef0123456789', readlogList: withFurthest(2, 7) };
    const chapterIn = (document: Document) => document.querySelector('a i')?.textContent.trim();

    it('shows no chapter while the account is loading, and then the chapter from the account', () => {
      const { document, saved, announce } = pageWith(ASKING, signedIn);
      expect(document.querySelector('a')?.hidden).toBe(false);
      expect(document.querySelector('a')?.getAttribute('href')).toBe('/book-reader/3/32');
      expect([chapterIn(document), shownOf(document)]).toEqual(['', null]);
      Object.assign(saved, {
        readlogList: JSON.stringify([{ ...entry(3, 41), chapter: { id: 41, number: 11, title: 'Eleven' } }]),
      });
      announce();
      expect([chapterIn(document), shownOf(document)]).toEqual(['Eleven', null]);
      expect(document.querySelector('a')?.getAttribute('href')).toBe('/book-reader/3/41');
    });

    it('shows the chapter stored on this device if the account does not respond in time', () => {
      const { document, advance } = pageWith(ASKING, signedIn);
      advance();
      expect([chapterIn(document), shownOf(document)?.[0]]).toEqual(['Chapter 2', 'Chapter 7']);
    });

    it.each([
      ['signed out', { ...signedIn, token: null }],
      ['just synced', { ...signedIn, 'lectern:synced': JSON.stringify({ at: Date.now() - 1000 }) }],
    ])('does not wait for the account if the visitor has %s', (_name, stored) => {
      expect(chapterIn(pageWith(ASKING, stored).document)).toBe('Chapter 2');
    });
  });
});
