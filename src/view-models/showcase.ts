import { bookCard } from './card.ts';
import type { BookCard } from './models.ts';
import { defaultRanking } from './ranking.ts';
import type { Source } from './source.ts';
import type { Site } from './view.ts';

/** The first books of the default ranking, filled up from the shelves of the home page. */
export function showcase(source: Source, site: Site, most: number): BookCard[] {
  const ranking = defaultRanking(source, site);
  const ranked = ranking ? source.books(ranking.list, 1, most).items : [];
  const shelved = source.shelves().flatMap(({ books }) => books);
  const distinct = new Map([...ranked, ...shelved].map((book) => [book.id, book]));
  return [...distinct.values()].slice(0, most).map((book) => bookCard(book, site));
}
