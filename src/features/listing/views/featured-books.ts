import { bookCard } from '#src/shell/page/book-card.ts';
import type { BookCard } from '#src/shell/page/models.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { Site } from '#src/shell/page/view.ts';
import { defaultRanking } from './ranking.ts';

/** The first books of the default ranking, then books of the home page's shelves. */
export function featuredBooks(source: Source, site: Site, count: number): BookCard[] {
  const ranking = defaultRanking(source, site);
  const ranked = ranking ? source.books(ranking.list, 1, count).items : [];
  const shelved = source.shelves().flatMap(({ books }) => books);
  const distinct = new Map([...ranked, ...shelved].map((book) => [book.id, book]));
  return [...distinct.values()].slice(0, count).map((book) => bookCard(book, site));
}
