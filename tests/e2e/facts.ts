import type { Book } from '#src/contract/entities/book.ts';
import type { CategoryEntry, Genre, Keyword, RankingType, Shelf, Tag } from '#src/contract/entities/listing.ts';
import type { AnyCall, Data, Params } from '#src/contract/index.ts';
import * as contract from '#src/contract/index.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { request } from './site.ts';

/** A brand in one language, with its API prefix. */
export interface Edition {
  readonly brand: string;
  readonly prefix: string;
  readonly locale: LocaleCode;
}

/** Calls the site's own API as a visitor without a session. @throws Error on a failed call */
export async function ask<C extends AnyCall>(
  { brand, prefix, locale }: Edition,
  call: C,
  params: Params<C>,
  headers: Record<string, string> = {},
): Promise<Data<C>> {
  const { section, lang } = LOCALES[locale];
  const parameters = { section, lang, ...params };
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  const { status, text } = await (call.method === 'GET'
    ? request(brand, `${prefix}${call.path}?${query}`, { headers })
    : request(brand, prefix + call.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(parameters),
      }));
  if (status >= 400) throw new Error(`${call.name} answered ${status}: ${text}`);
  return JSON.parse(text).data;
}

/** Content from the API for the pages of an edition. */
export interface Facts {
  readonly book: Book;
  readonly chapters: readonly { readonly id: number; readonly number: number; readonly title: string }[];
  readonly shelf: Shelf;
  readonly genre: Genre;
  readonly tag: Tag;
  readonly keyword: Keyword;
  readonly category: CategoryEntry;
  readonly ranking: RankingType;
}

export async function factsOf(edition: Edition): Promise<Facts> {
  const [shelves, genres, tags, keywords, categories, rankings] = await Promise.all([
    ask(edition, contract.recommendIndex3, {}),
    ask(edition, contract.recommendTagGroupList, {}),
    ask(edition, contract.seoBookTags, {}),
    ask(edition, contract.seoKeywordsPage, {}),
    ask(edition, contract.categoryList, {}),
    ask(edition, contract.bookRankList, {}),
  ]);
  const shelf = first(shelves.items, 'shelf');
  const { book } = await ask(edition, contract.bookShow, { book_id: first(shelf.books, 'book').id });
  if (!book) throw new Error('The first book of the first shelf is not there.');
  const chapters = await ask(edition, contract.bookChapters, { book_id: book.id });
  return {
    book,
    chapters: chapters.items,
    shelf,
    genre: first(genres.items, 'genre'),
    tag: first(tags.items, 'tag'),
    keyword: first(keywords.items, 'keyword'),
    category: first(
      categories.items.filter(({ subs }) => subs.length > 0),
      'category with parts',
    ),
    ranking: first(rankings.items, 'ranking'),
  };
}

function first<T>(list: readonly T[], what: string): T {
  const [item] = list;
  if (item === undefined) throw new Error(`The store has no ${what}.`);
  return item;
}
