import type { Book } from '#src/contract/entities/book.ts';
import { initialLetter } from '#src/lib/initial-letter.ts';
import { categorySlug } from '#src/routes/paths.ts';
import type { BookList } from '#src/shell/page/source.ts';

/**
 * Returns the key of a list in the snapshot. The key of a category contains its slug, so that two spellings with the
 * same URL share a list.
 */
export function listKey(list: BookList): string {
  switch (list.kind) {
    case 'category':
      return list.sub === null
        ? `category:${categorySlug(list.name)}`
        : `category:${categorySlug(list.name)}/${categorySlug(list.sub)}`;
    case 'letter':
      return `letter:${list.letter}`;
    case 'ranking':
      return `ranking:${list.type}:${list.id}`;
    default:
      return `${list.kind}:${list.id}`;
  }
}

export const shelfKey = (id: number) => `shelf:${id}`;

/** Keys of the lists that a book belongs to according to its fields, without duplicates. */
export function listsOf(book: Book): string[] {
  const { name, sub_name } = book.category;
  const keys = [
    ...book.genres.map((id) => listKey({ kind: 'genre', id })),
    ...book.tags.map(({ id }) => listKey({ kind: 'tag', id })),
    ...book.keywords.map((id) => listKey({ kind: 'keyword', id })),
    listKey({ kind: 'category', name, sub: null }),
    ...(sub_name === null ? [] : [listKey({ kind: 'category', name, sub: sub_name })]),
    listKey({ kind: 'letter', letter: initialLetter(book.title) }),
  ];
  return [...new Set(keys)];
}
