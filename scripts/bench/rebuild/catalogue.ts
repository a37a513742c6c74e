import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { planCatalogue } from '#src/api/seed/catalogue.ts';
import type { StoreWriter } from '#src/api/store/records.ts';
import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import {
  BLOCK,
  type BookCounts,
  bookCounts,
  type Changes,
  keywordName,
  listsOfBook,
  spreadEvenly,
} from './catalogue-size.ts';
import { storedBook } from './stored-book.ts';

const SEED = 'bench';

/**
 * Fills the store in `folder` so that a brand has about `pages` pages. The books are copies of those in the demo
 * catalogue, with additional keywords.
 */
export async function fillStore(folder: string, pages: number): Promise<void> {
  const sizes = bookCounts(pages);
  const [english] = planCatalogue({ books: sizes.popular + sizes.quiet, seed: SEED });
  if (!english) throw new LecternError('BENCH', 'The demo catalogue has no English section.');
  const words = english.vocabulary.genres.flatMap(({ tags }) => tags);
  await writing(folder, async (_store, inTransaction) => {
    await inTransaction(async (writer) => {
      for (const genre of english.vocabulary.genres) await writer.putGenre({ section: english.section, ...genre });
    });
    let position = 0;
    for (const block of blocksOf(english.books())) {
      await inTransaction(async (writer) => {
        for (const { book } of block) {
          await writer.putBook({ ...book, keywords: keywordsOf(position, sizes, words), chapters: [] });
          position += 1;
        }
      });
    }
    await inTransaction(async (writer) => {
      for (const { rankings, shelves, banners } of english.editorial().lists) {
        for (const ranking of rankings) await writer.putRanking(ranking);
        for (const shelf of shelves) await writer.putShelf(shelf);
        for (const banner of banners) await writer.putBanner({ ...banner, image: null });
      }
    });
  });
}

/**
 * Changes the introduction of some books, which are evenly spread over the catalogue. The books differ for each value
 * of `night`.
 */
export async function changeBooks(
  folder: string,
  pages: number,
  { popular, quiet }: Changes,
  night: number,
): Promise<void> {
  const sizes = bookCounts(pages);
  const positions = [
    ...spreadEvenly(0, sizes.popular, popular, night),
    ...spreadEvenly(sizes.popular, sizes.quiet, quiet, night),
  ];
  await writing(folder, async (store, inTransaction) => {
    const books = await Array.fromAsync(positions, (position) => storedBook(store.catalogue, position));
    await inTransaction(async (writer) => {
      for (const book of books) {
        const introduction = `Retold on night ${night}. ${book.introduction.replace(/^Retold on night \d+\. /, '')}`;
        const fingerprint = hash(`${book.key}/${night}`, 32);
        const { status } = await writer.putBook({ ...book, introduction, fingerprint });
        if (status !== 'updated') throw new LecternError('BENCH', `The book ${book.key} is ${status}, not updated.`);
      }
    });
  });
}

type InTransaction = (work: (writer: StoreWriter) => Promise<void>) => Promise<void>;

async function writing(
  folder: string,
  work: (store: Store, inTransaction: InTransaction) => Promise<void>,
): Promise<void> {
  const store = await openStore(folder);
  const writer = createWriter(store);
  try {
    await work(store, (put) => writer.transaction(() => put(writer)));
  } finally {
    await store.close();
  }
}

function keywordsOf(position: number, { popular }: BookCounts, words: readonly string[]): string[] {
  if (position >= popular) return [];
  const block = Math.floor(position / BLOCK) * BLOCK;
  const lists = listsOfBook(position - block, Math.min(BLOCK, popular - block));
  return lists.map((list) => keywordName(block + list, words));
}

function* blocksOf<T>(items: Iterable<T>): Generator<T[]> {
  let block: T[] = [];
  for (const item of items) {
    block.push(item);
    if (block.length < BLOCK) continue;
    yield block;
    block = [];
  }
  yield block;
}
