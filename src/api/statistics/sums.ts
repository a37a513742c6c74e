import { fold } from '#src/lib/fold-letters.ts';
import type { DeviceEvent } from './types.ts';

/** The rows by which a batch of events changes the tables. Each list has one row per key. */
export interface Sums {
  readonly sites: readonly SiteRow[];
  readonly books: readonly BookRow[];
  readonly chapters: readonly ChapterRow[];
  readonly origins: readonly OriginRow[];
  readonly words: readonly WordRow[];
  readonly devices: readonly DeviceRow[];
  readonly searchers: readonly SearcherRow[];
}

type Place = { day: string; brand: string; section: number };
type Counts = { views: number; reads: number; unlocks: number };
export type SiteRow = Place & Counts & { shelved: number; searches: number; unanswered: number; sign_ups: number };
export type BookRow = Place & Counts & { book_id: number; shelved: number };
export type ChapterRow = Counts & {
  period: string;
  brand: string;
  section: number;
  book_id: number;
  chapter_id: number;
};
export type OriginRow = {
  period: string;
  brand: string;
  section: number;
  book_id: number;
  origin: string;
  views: number;
};
export type WordRow = { period: string; brand: string; section: number; key: string; word: string; times: number };
export type DeviceRow = Place & {
  book_id: number;
  chapter_id: number;
  device: number;
  network: number;
  has_read: number;
};
export type SearcherRow = Place & { key: string; device: number };

/** Maximum length of a word that is stored. Longer searches are only counted. */
const MAX_WORD_CHARACTERS = 60;

const NO_COUNTS: Counts = { views: 0, reads: 0, unlocks: 0 };

/** Adds up events. Rows are sorted by key, so that processes lock rows in the same order. */
export function sumsOf(events: readonly DeviceEvent[]): Sums {
  const sites = rowsByKey<SiteRow>();
  const books = rowsByKey<BookRow>();
  const chapters = rowsByKey<ChapterRow>();
  const origins = rowsByKey<OriginRow>();
  const words = rowsByKey<WordRow>();
  const devices = rowsByKey<DeviceRow>();
  const searchers = rowsByKey<SearcherRow>();
  for (const event of events) {
    const { day, brand, section, device, network } = event;
    const place = { day, brand, section };
    const site = sites.row([day, brand, section], {
      ...place,
      ...NO_COUNTS,
      shelved: 0,
      searches: 0,
      unanswered: 0,
      sign_ups: 0,
    });
    if (event.kind === 'sign-up') {
      site.sign_ups += 1;
      continue;
    }
    if (event.kind === 'search') {
      site.searches += 1;
      if (event.results > 0) continue;
      site.unanswered += 1;
      const word = event.word.trim().replaceAll(/\s+/g, ' ');
      const key = fold(word);
      if (key === '' || word.length > MAX_WORD_CHARACTERS) continue;
      words.row([day, brand, section, key], { period: day, brand, section, key, word, times: 0 }).times += 1;
      if (device !== undefined) searchers.row([day, brand, section, key, device], { ...place, key, device });
      continue;
    }
    const { kind, book: book_id, chapter: chapter_id } = event;
    const counted: { views: number; reads: number; unlocks: number; shelved?: number }[] = [site];
    if (book_id > 0)
      counted.push(books.row([day, brand, section, book_id], { ...place, book_id, ...NO_COUNTS, shelved: 0 }));
    if (chapter_id > 0)
      counted.push(
        chapters.row([day, brand, section, book_id, chapter_id], {
          period: day,
          brand,
          section,
          book_id,
          chapter_id,
          ...NO_COUNTS,
        }),
      );
    for (const row of counted) {
      if (kind === 'view') row.views += 1;
      if (kind === 'read') row.reads += 1;
      if (kind === 'unlock') row.unlocks += 1;
      if (kind === 'shelved' && row.shelved !== undefined) row.shelved += 1;
    }
    if (kind === 'view' && event.origin !== undefined) {
      const { origin } = event;
      origins.row([day, brand, section, book_id, origin], {
        period: day,
        brand,
        section,
        book_id,
        origin,
        views: 0,
      }).views += 1;
    }
    if ((kind === 'view' || kind === 'read') && device !== undefined) {
      for (const [ofBook, ofChapter] of [
        [0, 0],
        ...(book_id > 0
          ? [
              [book_id, 0],
              [book_id, chapter_id],
            ]
          : []),
      ] as [number, number][]) {
        const key = [day, brand, section, ofBook, ofChapter, device];
        const row = devices.row(key, {
          ...place,
          book_id: ofBook,
          chapter_id: ofChapter,
          device,
          network,
          has_read: 0,
        });
        if (kind === 'read') row.has_read = 1;
      }
    }
  }
  return {
    sites: sites.sorted(),
    books: books.sorted(),
    chapters: chapters.sorted(),
    origins: origins.sorted(),
    words: words.sorted(),
    devices: devices.sorted(),
    searchers: searchers.sorted(),
  };
}

function rowsByKey<R>() {
  const rows = new Map<string, R>();
  return {
    /** The row with this key, which is added if it is missing. */
    row(key: readonly (string | number)[], initial: R): R {
      const name = key.join('\n');
      const row = rows.get(name) ?? initial;
      rows.set(name, row);
      return row;
    },
    sorted: (): R[] => [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row),
  };
}
