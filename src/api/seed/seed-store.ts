import { type Sql, sql } from '#src/api/store/sql.ts';
import { batches } from '#src/lib/iterables.ts';
import { createWriter, type Store, type StoreWriter } from '../store/index.ts';
import { SEED_KEY } from './book.ts';
import { type CatalogueOptions, planCatalogue, type SectionPlan } from './catalogue.ts';
import { EPOCH, movedToDayOf } from './dates.ts';
import { putDemoReaders } from './demo-readers.ts';
import type { Editorial } from './editorial/brands.ts';
import { ENGLISH_SECTION } from './english/books.ts';
import { createArtworkWriter } from './write-artwork.ts';

export interface SeedOptions extends CatalogueOptions {
  /** Called periodically with the number of books written in all sections. */
  readonly onProgress?: (books: number) => void;
  /** The time relative to which help events are dated; default: now. */
  readonly today?: Date;
}

/** Numbers for the English section. Only `seconds` is about all sections. */
export interface SeedReport {
  readonly books: number;
  readonly chapters: number;
  readonly tags: number;
  readonly keywords: number;
  readonly seconds: number;
}

/** Number of books per transaction, to limit memory and the write-ahead log. */
const BATCH = 250;
const PROGRESS_EVERY = 50;

interface Run {
  readonly store: Store;
  readonly writer: StoreWriter;
  readonly art: ReturnType<typeof createArtworkWriter>;
  readonly keys: Set<string>;
  readonly onProgress: (books: number) => void;
  readonly today: Date;
}

/**
 * Updates the demo catalogue in a store to the options. Does not write unchanged books, deletes other seeded books, and
 * does not change imported books.
 */
export async function seedStore(
  store: Store,
  { onProgress = () => {}, today = new Date(), ...options }: SeedOptions,
): Promise<SeedReport> {
  const started = performance.now();
  const seeded = await seededKeys(store);
  const now = seeded.length === 0 ? () => EPOCH : () => new Date();
  const run: Run = {
    store,
    onProgress,
    today,
    writer: createWriter(store, { now, command: 'seed' }),
    art: createArtworkWriter(store.media),
    keys: new Set(),
  };
  for (const plan of planCatalogue(options)) await writeSection(run, plan);
  await run.writer.transaction(async () => {
    for (const key of seeded) if (!run.keys.has(key)) await run.writer.removeBook(key);
  });
  await putDemoReaders(store);
  return { ...(await countEnglish(store)), seconds: Math.round((performance.now() - started) / 100) / 10 };
}

async function writeSection(run: Run, plan: SectionPlan): Promise<void> {
  await run.writer.transaction(() => putNames(run.writer, plan));
  await writeBooks(run, plan);
  const { lists, helpEvents } = plan.editorial();
  for (const drawing of lists.flatMap((list) => list.art)) await run.art.put(drawing);
  await run.art.flush();
  await run.writer.transaction(async () => {
    for (const list of lists) await putLists(run.writer, list);
    for (const event of helpEvents)
      await run.writer.putHelpEvent({ ...event, expiresAt: movedToDayOf(run.today, event.expiresAt) });
  });
}

async function putLists(writer: StoreWriter, { rankings, shelves, banners }: Editorial): Promise<void> {
  for (const ranking of rankings) await writer.putRanking(ranking);
  for (const shelf of shelves) await writer.putShelf(shelf);
  for (const banner of banners) await writer.putBanner(banner);
}

async function putNames(writer: StoreWriter, { section, vocabulary }: SectionPlan): Promise<void> {
  for (const genre of vocabulary.genres) await writer.putGenre({ section, ...genre });
  for (const phrase of [...vocabulary.keywords.values()].flat()) await writer.putKeyword(section, phrase);
}

async function writeBooks({ writer, art, keys, onProgress }: Run, plan: SectionPlan): Promise<void> {
  for (const batch of batches(plan.books(), BATCH)) {
    for (const { art: drawing } of batch) await art.put(drawing);
    await art.flush();
    await writer.transaction(async () => {
      for (const { book } of batch) {
        await writer.putBook(book);
        keys.add(book.key);
        if (keys.size % PROGRESS_EVERY === 0) onProgress(keys.size);
      }
    });
  }
}

async function seededKeys(store: Store): Promise<string[]> {
  const query = sql`SELECT key FROM books WHERE substr(key, 1, ${SEED_KEY.length}) = ${SEED_KEY}`;
  return (await store.catalogue.all<{ key: string }>(query)).map(({ key }) => key);
}

async function countEnglish({ catalogue }: Store): Promise<Omit<SeedReport, 'seconds'>> {
  const count = async (rows: Sql) =>
    (await catalogue.one<{ total: number }>(sql`SELECT count(*) AS total ${rows}`)).total;
  const seeded = sql`FROM books WHERE section = ${ENGLISH_SECTION} AND substr(key, 1, ${SEED_KEY.length}) = ${SEED_KEY}`;
  return {
    books: await count(seeded),
    chapters: await count(sql`FROM chapters WHERE book_id IN (SELECT id ${seeded})`),
    tags: await count(sql`FROM tags WHERE section = ${ENGLISH_SECTION}`),
    keywords: await count(sql`FROM keywords WHERE section = ${ENGLISH_SECTION}`),
  };
}
