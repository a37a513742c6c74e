import { describe, expect, it } from 'vitest';
import {
  BY_HOT,
  BY_RATING,
  BY_UPDATE,
  checkAlphabet,
  checkOrder,
  isAlphabetical,
  isByPublication,
  isOrdered,
} from '#src/contract/conformance/check-order.ts';
import type { Book } from '#src/contract/entities/book.ts';
import { AT, data, error, listedBook, RESPONSE, runAgainst, whats } from './test-run.ts';

const book = (id: number, more: Partial<Book> = {}) => ({ ...listedBook(id, `Book ${id}`), ...more }) as Book;

describe('the conformance check of the order of books', () => {
  it.each([
    ['hot', BY_HOT, [book(9, { hot: 3 }), book(1, { hot: 2 }), book(2, { hot: 2 })]],
    [
      'update',
      BY_UPDATE,
      [book(9, { updated_at: '2026-03-02T00:00:00Z' }), book(1), book(2, { updated_at: '2026-03-01T00:00:00.000Z' })],
    ],
    [
      'rating',
      BY_RATING,
      [
        book(9, { rating: 5 }),
        book(8, { rating: 4, hot: 2 }),
        book(1, { rating: 4 }),
        book(2, { rating: 4 }),
        book(7, { rating: 0 }),
        book(3),
      ],
    ],
  ] as const)('by %s reports any two neighbours that are swapped', (_name, compare, items) => {
    expect(isOrdered(items, compare)).toBe(true);
    for (let place = 1; place < items.length; place += 1) {
      const swapped = items.toSpliced(place - 1, 2, ...items.slice(place - 1, place + 1).toReversed());
      expect(isOrdered(swapped, compare), `${place}`).toBe(false);
    }
  });

  it('accepts an order by first publication, with dates from the list or from the response for each book', async () => {
    const days: Record<string, string> = {
      1: '2026-01-03T00:00:00Z',
      2: '2026-01-02T00:00:00Z',
      3: '2026-01-02T00:00:00Z',
    };
    const { run, requests } = runAgainst(({ params }) => {
      const { book_id: id } = params;
      const detail = { ...listedBook(Number(id), 'A'), published_at: days[String(id)] ?? AT };
      return data({ book: { ...detail, first_chapter_id: null, last_chapter: null, source: null } });
    });
    const inOrder = (ids: readonly number[]) =>
      isByPublication(
        run,
        ids.map((id) => book(id)),
      );
    expect([await inOrder([1, 2, 3]), await inOrder([2, 1, 3]), await inOrder([1, 3, 2])]).toEqual([
      true,
      false,
      false,
    ]);
    requests.splice(0);
    const dated = [1, 2].map((id) => book(id, { published_at: days[String(id)] ?? AT }));
    expect([await isByPublication(run, dated), await isByPublication(run, dated.toReversed())]).toEqual([true, false]);
    expect(requests).toEqual([]);
  });

  it('accepts any order by first publication if the books cannot be requested', async () => {
    const { run } = runAgainst(() => error('INTERNAL'));
    expect(await isByPublication(run, [book(2), book(1)])).toBe(true);
  });
});

describe('the conformance check of an alphabetical order', () => {
  const named = (names: readonly string[]) => names.map((name) => ({ name }));

  it.each([
    ['by UTF-16 code units', ['Ash', 'Zoo', 'ash', 'Émile']],
    ['that ignores case and diacritics', ['ash', 'Émile', 'Zoo']],
    ['with digits compared as numbers', ['Tag 2', 'Tag 10']],
    ['with digits compared as characters', ['Tag 10', 'Tag 2']],
    ['of an empty list', []],
  ])('accepts an order %s', (_name, names) => {
    expect(isAlphabetical(named(names), 'en-us')).toBe(true);
  });

  it("accepts the order of the language's alphabet", () => {
    const swedish = named(['zon', 'ål', 'äng']);
    expect([isAlphabetical(swedish, 'sv'), isAlphabetical(named(['ål', 'zon', 'äng']), 'sv')]).toEqual([true, false]);
  });

  it('rejects a list that mixes two accepted orders, or follows none of them', () => {
    expect(isAlphabetical(named(['Zoo', 'ash', 'Émile', 'Elm']), 'en-us')).toBe(false);
    expect(isAlphabetical(named(['b', 'a']), 'en-us')).toBe(false);
  });

  it('requires ties to be sorted by id', () => {
    const same = [1, 2].map((id) => ({ id, name: 'Ash' }));
    expect([isAlphabetical(same, 'en'), isAlphabetical(same.toReversed(), 'en')]).toEqual([true, false]);
  });
});

it('a conformance problem about the order names the list and the index of the entry', () => {
  const { run } = runAgainst(() => error('INTERNAL'));
  expect(whats(checkOrder(RESPONSE, [book(1), book(2, { hot: 5 })], BY_HOT, { fix: '' }))).toEqual([
    'items.1 is out of order',
  ]);
  expect(whats(checkOrder(RESPONSE, [book(2), book(1)], BY_HOT, { field: 'books.items', fix: '' }))).toEqual([
    'books.items.1 is out of order',
  ]);
  expect(whats(checkAlphabet(run, RESPONSE, ['b', 'a'], 'items.0.subs'))).toEqual([
    'items.0.subs is not ordered by name',
  ]);
  expect(checkAlphabet(run, RESPONSE, ['a', 'b'])).toEqual([]);
});
