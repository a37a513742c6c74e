import { expect, it } from 'vitest';
import { guardFindings } from '#src/publish/verify/publish-guard/guard.ts';
import {
  guarded,
  releaseOf,
  type SimulatedBook,
  type SimulatedList,
  type SimulatedSite,
  simulatedBook,
  simulatedSite,
} from '../../../../helpers/simulated-site.ts';

/** Returns a generator of numbers below 1 (mulberry32). With the same seed, it simulates the same nightly rebuilds. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Night {
  readonly below: (limit: number) => number;
  /** Returns an id that has never been used. */
  readonly newId: () => number;
}

type Change = (site: SimulatedSite, night: Night) => SimulatedSite;

const replaced = (lists: readonly SimulatedList[], at: number, list: SimulatedList) => lists.with(at, list);
const ids = (books: readonly SimulatedBook[]) => books.map(({ id }) => id);

/** Changes that happen on ordinary days. */
const CHANGES: Readonly<Record<string, Change>> = {
  'books arrive'(site, { below, newId }) {
    const arrived = Array.from({ length: 1 + below(3 + site.books.length / 50) }, () => simulatedBook(newId()));
    return { ...site, books: [...arrived, ...site.books] };
  },
  'a publisher brings thirty books'(site, { newId }) {
    return { ...site, books: [...Array.from({ length: 30 }, () => simulatedBook(newId())), ...site.books] };
  },
  'books are taken down'(site, { below }) {
    const { length } = site.books;
    const count = Math.min(length - 2, 1 + below(Math.max(2, length / 100)));
    const from = below(length - count);
    return { ...site, books: site.books.toSpliced(from, count) };
  },
  'a book is renamed'(site, { below, newId }) {
    const at = below(site.books.length);
    const book = site.books[at] ?? simulatedBook(newId());
    return { ...site, books: site.books.with(at, { ...book, title: `Renamed ${newId()}` }) };
  },
  'a book is called like another brand'(site, { below, newId }) {
    const at = below(site.books.length);
    const book = site.books[at] ?? simulatedBook(newId());
    return { ...site, books: site.books.with(at, { ...book, title: 'Joyfic' }) };
  },
  'books get other tags'(site, { below }) {
    const shift = below(40);
    const books = site.books.map((book, at) =>
      at % 50 === shift % 50 ? { ...book, tags: [1 + shift, 64 + below(9)] } : book,
    );
    return { ...site, books };
  },
  'a genre begins'(site, { below, newId }) {
    const id = newId();
    const every = 5 + below(10);
    const books = site.books.map((book, at) => (at % every === 0 ? { ...book, genres: [...book.genres, id] } : book));
    return { ...site, books, genres: [...site.genres, { id, name: `Genre ${id}`, books: [] }] };
  },
  'a genre ends'(site, { below }) {
    if (site.genres.length < 2) return site;
    return { ...site, genres: site.genres.toSpliced(below(site.genres.length), 1) };
  },
  'a genre is renamed'(site, { below, newId }) {
    const at = below(site.genres.length);
    const genre = site.genres[at];
    return genre ? { ...site, genres: replaced(site.genres, at, { ...genre, name: `Genre ${newId()}` }) } : site;
  },
  'a ranking is recreated'(site, { below }) {
    const at = below(site.rankings.length);
    const ranking = site.rankings[at];
    if (!ranking) return site;
    const from = below(site.books.length / 2);
    const books = ids(site.books.slice(from, from + 10 + below(400)));
    return { ...site, rankings: replaced(site.rankings, at, { ...ranking, books }) };
  },
  'a month begins'(site, { newId }) {
    const [first, ...others] = site.rankings;
    const fresh = { id: newId(), name: 'This month', books: ids(site.books.slice(0, 12)) };
    return { ...site, rankings: first ? [first, ...others.slice(0, 1), fresh] : [fresh] };
  },
  'a shelf follows another'(site, { below, newId }) {
    const from = below(site.books.length / 2);
    const fresh = { id: newId(), name: 'In season', books: ids(site.books.slice(from, from + 24)) };
    return { ...site, shelves: [fresh, ...site.shelves.slice(0, 3)] };
  },
  'a holiday banner comes': (site) => ({ ...site, banners: site.banners + 1 }),
  'a holiday banner goes': (site) => ({ ...site, banners: site.banners > 1 ? site.banners - 1 : site.banners }),
  'the brand has another layout': (site, { below }) => ({
    ...site,
    layoutBytes: 7_000 + below(4_500),
    bookBytes: 700 + below(450),
  }),
  'the code has a new version': (site, { below, newId }) => ({
    ...site,
    layoutBytes: 8_000 + below(2_500),
    suffix: ` – version ${newId()}`,
  }),
  'more books have pages': (site) => ({ ...site, prerendered: site.prerendered + 20 }),
  'fewer books have pages': (site) => ({ ...site, prerendered: Math.max(0, site.prerendered - 20) }),
};

/** Numbers of books of the simulated brands, from a handful to a catalogue. */
const BOOKS = [6, 12, 40, 150, 700] as const;
const NIGHTS_OF_A_SITE = 40;

it('the publish guard accepts 200 nights of ordinary changes', () => {
  const happened = new Map<string, number>();
  const alarms: string[] = [];
  for (const [index, count] of BOOKS.entries()) {
    const next = random(20261101 + index);
    const below = (limit: number) => Math.floor(next() * limit);
    let last = 10_000;
    const night = { below, newId: () => (last += 1) };
    let site = simulatedSite(count);
    let live = releaseOf(site);
    expect(guardFindings(guarded(undefined, live))).toEqual([]);
    for (let number = 0; number < NIGHTS_OF_A_SITE; number += 1) {
      const names = Array.from(
        { length: 1 + below(3) },
        () => Object.keys(CHANGES)[below(Object.keys(CHANGES).length)],
      );
      for (const name of new Set(names)) {
        happened.set(name ?? '', (happened.get(name ?? '') ?? 0) + 1);
        site = CHANGES[name ?? '']?.(site, night) ?? site;
      }
      const release = releaseOf(site);
      for (const { rule, what } of guardFindings(guarded(live, release)))
        alarms.push(`${count} books, night ${number} (${names.join(', ')}): ${rule}: ${what}`);
      live = release;
    }
  }
  expect(alarms).toEqual([]);
  // Each change must have occurred often enough to be meaningful.
  for (const name of Object.keys(CHANGES)) expect(happened.get(name) ?? 0, name).toBeGreaterThan(8);
});
