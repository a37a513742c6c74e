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

/** Fills the store in `folder` so that a brand has about `pages` pages: the demo catalogue's books in more lists. */
export function fillStore(folder: string, pages: number): void {
  const sizes = bookCounts(pages);
  const [english] = planCatalogue({ books: sizes.popular + sizes.quiet, seed: SEED });
  if (!english) throw new LecternError('BENCH', 'The demo catalogue has no English section.');
  const words = english.vocabulary.genres.flatMap(({ tags }) => tags);
  writing(folder, (_store, inTransaction) => {
    inTransaction((writer) => {
      for (const genre of english.vocabulary.genres) writer.putGenre({ section: english.section, ...genre });
    });
    let position = 0;
    for (const block of blocksOf(english.books())) {
      inTransaction((writer) => {
        for (const { book } of block) {
          writer.putBook({ ...book, keywords: keywordsOf(position, sizes, words), chapters: [] });
          position += 1;
        }
      });
    }
    inTransaction((writer) => {
      for (const { rankings, shelves, banners } of english.editorial().lists) {
        for (const ranking of rankings) writer.putRanking(ranking);
        for (const shelf of shelves) writer.putShelf(shelf);
        for (const banner of banners) writer.putBanner({ ...banner, image: null });
      }
    });
  });
}

/** Gives a number of books another introduction, evenly spread over all; another `night` changes others. */
export function changeBooks(folder: string, pages: number, { popular, quiet }: Changes, night: number): void {
  const sizes = bookCounts(pages);
  const positions = [
    ...spreadEvenly(0, sizes.popular, popular, night),
    ...spreadEvenly(sizes.popular, sizes.quiet, quiet, night),
  ];
  writing(folder, (store, inTransaction) => {
    const books = positions.map((position) => storedBook(store.catalogue, position));
    inTransaction((writer) => {
      for (const book of books) {
        const introduction = `Told anew on night ${night}. ${book.introduction.replace(/^Told anew on night \d+\. /, '')}`;
        const fingerprint = hash(`${book.key}/${night}`, 32);
        const { status } = writer.putBook({ ...book, introduction, fingerprint });
        if (status !== 'updated') throw new LecternError('BENCH', `The book ${book.key} is ${status}, not updated.`);
      }
    });
  });
}

type InTransaction = (work: (writer: StoreWriter) => void) => void;

function writing(folder: string, work: (store: Store, inTransaction: InTransaction) => void): void {
  const store = openStore(folder);
  const writer = createWriter(store);
  try {
    work(store, (put) => writer.transaction(() => put(writer)));
  } finally {
    store.close();
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
