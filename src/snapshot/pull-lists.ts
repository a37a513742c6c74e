import type { Book } from '#src/contract/entities/book.ts';
import type { Genre, Keyword, Tag } from '#src/contract/entities/listing.ts';
import {
  categoryBooks,
  categoryList,
  genreBooks,
  letterBooks,
  searchMulti,
  seoKeywordBooks,
  tagBooks,
} from '#src/contract/index.ts';
import { MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import { LETTERS } from '#src/routes/paths.ts';
import { listKey } from './list-key.ts';
import { ABSENT, type PagedCall, type Pull } from './pull.ts';
import { type Given, putGiven } from './pull-editorial.ts';
import type { SectionWriter } from './section-writer.ts';

/** Books of one list, where the upstream has no list of all its books. */
const LIST_BOOKS = 10_000;

interface Names {
  readonly genres: readonly Genre[];
  readonly tags: readonly Tag[];
  readonly keywords: readonly Keyword[];
}

/**
 * Fills the lists of an upstream that has no list of all its books: from the calls it has for them, else genres, tags
 * and keywords hold what searching for their name finds. What no such list covers is computed from the books met.
 */
export async function pullLists(pull: Pull, writer: SectionWriter, { genres, tags, keywords }: Names): Promise<void> {
  const given = new Set<string>();
  const put = (lists: Given[]) => putGiven(noting(writer, given), lists);
  await put(
    genres.map(({ id, name }) => ({
      key: listKey({ kind: 'genre', id }),
      books: () => searched(pull, genreBooks, { genre_id: id }, name),
    })),
  );
  await put(
    tags.map(({ id, name }) => ({
      key: listKey({ kind: 'tag', id }),
      books: () => searched(pull, tagBooks, { tag_id: id }, name),
    })),
  );
  await put(
    keywords.map(({ id, name }) => ({
      key: listKey({ kind: 'keyword', id }),
      books: () => searched(pull, seoKeywordBooks, { keyword_id: id }, name),
    })),
  );
  await put(
    LETTERS.map((letter) => ({
      key: listKey({ kind: 'letter', letter }),
      books: () => listed(pull, letterBooks, { letter }),
    })),
  );
  await put(await categoryLists(pull));
  writer.computeFromSeen((key) => !given.has(key));
}

const noting = (writer: SectionWriter, given: Set<string>): SectionWriter => ({
  ...writer,
  putList(key, books, name) {
    given.add(key);
    writer.putList(key, books, name);
  },
});

const listed = (pull: Pull, call: PagedCall<Book>, params: object) => pull.entries<Book>(call, params, LIST_BOOKS);

/** The call's books; what search finds for `name` where the upstream lacks the call. */
async function searched(pull: Pull, call: PagedCall<Book>, params: object, name: string): Promise<readonly Book[]> {
  const books = await listed(pull, call, params);
  const keyword = name.trim();
  if (!pull.lacks(call) || keyword === '') return books;
  const found = await pull.one(searchMulti, { keyword, page: 1, page_size: MAX_PAGE_SIZE });
  return found.books.items;
}

async function categoryLists(pull: Pull): Promise<Given[]> {
  const categories = await pull.unless(ABSENT, categoryList, {});
  return (categories?.items ?? []).flatMap(({ name, subs }) => [
    { key: listKey({ kind: 'category', name, sub: null }), books: () => listed(pull, categoryBooks, { name }), name },
    ...subs.map((sub) => ({
      key: listKey({ kind: 'category', name, sub }),
      books: () => listed(pull, categoryBooks, { name, sub_name: sub }),
      name: sub,
    })),
  ]);
}
