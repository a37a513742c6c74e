import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi, createWriter, openStore } from '#src/api/index.ts';
import type { NewBook, StoreWriter } from '#src/api/store/index.ts';
import { silentLog } from '#src/lib/log.ts';

export const PREFIX = '/freenovel_api';

/** The embedded API with a few books in a temporary store, on a free port. */
export interface SmallApi {
  readonly origin: string;
  /** Folder of the store. */
  readonly folder: string;
  readonly media: string;
  /** Changes the content that the API serves. */
  write(change: (writer: StoreWriter) => Promise<unknown>): Promise<unknown>;
  /** Sets the server's clock; default: the machine's clock. */
  setNow(now: Date): void;
  close(): Promise<void>;
}

const TITLES = ['Harbour', 'Meadow', 'Lantern', 'Quarry', 'Ember', 'Willow', 'Atlas', 'Ébène', 'Orchard', '9 Lives'];
const GENRES = ['Romance', 'Mystery', 'Fantasy'];

/** Returns book `number` of section 7. The same number always gives the same book. */
export function smallBook(number: number, change: Partial<NewBook> = {}): NewBook {
  const book = {
    key: `book-${number}`,
    section: 7,
    title: `${TITLES[number % TITLES.length]} ${number}`,
    author: { name: `Author ${number % 7}`, introduction: 'Writes.' },
    category: number % 2 === 0 ? 'Romance' : 'Mystery',
    subCategory: number % 4 === 0 ? 'Slow Burn' : null,
    genres: [GENRES[number % 3] ?? ''],
    tags: [`tag ${number % 5}`],
    keywords: [`phrase ${number % 6}`],
    status: 'finished' as const,
    introduction: `What happens in book ${number}.`,
    language: 'en',
    rating: 4,
    hot: 1_000_000 - number,
    cover: null,
    source: null,
    publishedAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-02-01T00:00:00Z',
    chapters: [
      {
        title: 'One',
        part: null,
        kind: 'chapter' as const,
        html: '<p>Text.</p>',
        words: 1,
        price: null,
        updatedAt: '2026-02-01T00:00:00Z',
      },
    ],
    ...change,
  };
  return { ...book, fingerprint: JSON.stringify(book) };
}

export async function startSmallApi(books = 450): Promise<SmallApi> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-api-'));
  const store = await openStore(folder);
  const writer = createWriter(store, { now: () => new Date('2026-03-01T00:00:00Z') });
  const write: SmallApi['write'] = (change) => writer.transaction(() => change(writer));
  await write((open) => fill(open, books));
  const prefixes = [{ prefix: PREFIX, brand: 'freenovel' }];
  let now: Date | undefined;
  const api = createApi({ store, prefixes, media: store.media, log: silentLog, now: () => now ?? new Date() });
  const origin = await api.listen(0);
  return {
    origin,
    folder,
    media: store.media,
    write,
    setNow(date) {
      now = date;
    },
    async close() {
      await api.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `book-${from + index}`);

async function fill(writer: StoreWriter, books: number): Promise<void> {
  for (const [index, name] of GENRES.entries()) {
    const tags = [0, 1, 2, 3, 4].filter((tag) => tag % 3 === index).map((tag) => `tag ${tag}`);
    await writer.putGenre({ section: 7, name, introduction: `All of ${name}.`, tags });
  }
  for (let number = 0; number < books; number += 1) await writer.putBook(smallBook(number));
  const shared = { brand: null, section: 7 };
  await writer.putRanking({
    ...shared,
    type: 'hot',
    typeName: 'Hot',
    name: 'This week',
    books: keys(0, Math.min(books, 420)),
  });
  await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'This month', books: keys(5, 15) });
  await writer.putRanking({ ...shared, type: 'new', typeName: 'New', name: 'New arrivals', books: keys(20, 45) });
  await writer.putShelf({ ...shared, name: 'For you', style: 'row', books: keys(0, 30) });
  await writer.putShelf({ ...shared, name: 'Finished', style: 'ranked', books: keys(40, 60) });
  await writer.putBanner({ ...shared, title: 'Read this', subtitle: '', image: null, book: 'book-3' });
}
