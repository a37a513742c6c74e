import type { BookList, Source } from '#src/shell/page/source.ts';

/** Reads all lists of a source, each with the titles of its books. */
export function everything(source: Source) {
  const titles = (list: BookList) => source.books(list, 1, 1000).items.map((book) => `${book.id} ${book.title}`);
  return {
    genres: source.genres().map((genre) => [genre.name, titles({ kind: 'genre', id: genre.id })]),
    tags: source.tags().map((tag) => [tag.name, titles({ kind: 'tag', id: tag.id })]),
    letters: source.letters().map((letter) => [letter, titles({ kind: 'letter', letter })]),
    categories: source
      .categories()
      .map((category) => [category, titles({ kind: 'category', name: category.name, sub: null })]),
    keywords: source
      .keywords(1, 100)
      .items.map((keyword) => [keyword.name, titles({ kind: 'keyword', id: keyword.id })]),
    rankings: source
      .rankings()
      .map((type) => type.items.map((item) => titles({ kind: 'ranking', type: type.type, id: item.id }))),
    shelves: source.shelves().map((shelf) => [shelf.name, shelf.books.map((book) => book.id)]),
  };
}
