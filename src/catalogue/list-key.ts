import type { Book } from '#src/contract/entities/book.ts';
import { slug } from '#src/lib/slug.ts';
import type { BookList } from '#src/views/source.ts';

const ownSlug = (name: string) => slug(name, 'other');

/** The key of a list in the snapshot. Categories go by slug, so that two spellings of one address are one list. */
export function listKey(list: BookList): string {
  switch (list.kind) {
    case 'category':
      return list.sub === null
        ? `category:${ownSlug(list.name)}`
        : `category:${ownSlug(list.name)}/${ownSlug(list.sub)}`;
    case 'letter':
      return `letter:${list.letter}`;
    case 'ranking':
      return `ranking:${list.type}:${list.id}`;
    default:
      return `${list.kind}:${list.id}`;
  }
}

export const shelfKey = (id: number) => `shelf:${id}`;

/** Every list a book stands in by its own fields, each once. */
export function listsOf(book: Book): string[] {
  const { name, sub_name } = book.category;
  const keys = [
    ...book.genres.map((id) => listKey({ kind: 'genre', id })),
    ...book.tags.map(({ id }) => listKey({ kind: 'tag', id })),
    ...book.keywords.map((id) => listKey({ kind: 'keyword', id })),
    listKey({ kind: 'category', name, sub: null }),
    ...(sub_name === null ? [] : [listKey({ kind: 'category', name, sub: sub_name })]),
    listKey({ kind: 'letter', letter: letterOf(book.title) }),
  ];
  return [...new Set(keys)];
}

/** Latin letters that no Unicode decomposition takes apart. */
const PLAIN: Readonly<Record<string, string>> = {
  Æ: 'A',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  Ł: 'L',
  Ø: 'O',
  Œ: 'O',
  Þ: 'T',
  Ŧ: 'T',
  ẞ: 'S',
  ß: 'S',
};

/** The letter a title stands under: its first one without marks, `A` to `Z`, else `0`. */
export function letterOf(title: string): string {
  const first = [...title.normalize('NFKD')].find((character) => !/\p{M}/u.test(character)) ?? '';
  const letter = PLAIN[first] ?? PLAIN[first.toUpperCase()] ?? first.toUpperCase();
  return /^[A-Z]$/.test(letter) ? letter : '0';
}
