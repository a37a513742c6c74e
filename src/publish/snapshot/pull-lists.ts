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
import { putUpstreamLists, type UpstreamList } from './pull-editorial.ts';
import type { SnapshotWriter } from './snapshot-writer.ts';
import { NOT_FOUND_CODES, type PagedCall, type UpstreamReader } from './upstream-reader.ts';

/** Maximum number of books per list if the upstream has no list of all books. */
const LIST_BOOKS = 10_000;

interface ListedNames {
  readonly genres: readonly Genre[];
  readonly tags: readonly Tag[];
  readonly keywords: readonly Keyword[];
}

/**
 * Pulls the lists of an upstream that has no list of all books. If it also lacks the call for the books of a genre, tag
 * or keyword, that list contains the results of a search for the name. All other lists are computed from the pulled
 * books.
 */
export async function pullLists(
  reader: UpstreamReader,
  writer: SnapshotWriter,
  { genres, tags, keywords }: ListedNames,
): Promise<void> {
  const pulledKeys = new Set<string>();
  const put = (lists: UpstreamList[]) => putUpstreamLists(recordingKeys(writer, pulledKeys), lists);
  await put(
    genres.map(({ id, name }) => ({
      key: listKey({ kind: 'genre', id }),
      books: () => searched(reader, genreBooks, { genre_id: id }, name),
    })),
  );
  await put(
    tags.map(({ id, name }) => ({
      key: listKey({ kind: 'tag', id }),
      books: () => searched(reader, tagBooks, { tag_id: id }, name),
    })),
  );
  await put(
    keywords.map(({ id, name }) => ({
      key: listKey({ kind: 'keyword', id }),
      books: () => searched(reader, seoKeywordBooks, { keyword_id: id }, name),
    })),
  );
  await put(
    LETTERS.map((letter) => ({
      key: listKey({ kind: 'letter', letter }),
      books: () => listed(reader, letterBooks, { letter }),
    })),
  );
  await put(await categoryLists(reader));
  writer.computeListsFromKnownBooks((key) => !pulledKeys.has(key));
}

const recordingKeys = (writer: SnapshotWriter, keys: Set<string>): SnapshotWriter => ({
  ...writer,
  putList(key, books, name) {
    keys.add(key);
    writer.putList(key, books, name);
  },
});

const listed = (reader: UpstreamReader, call: PagedCall<Book>, params: object) =>
  reader.readList<Book>(call, params, LIST_BOOKS);

/** Returns the call's books or, if the upstream lacks the call, the search results for `name`. */
async function searched(
  reader: UpstreamReader,
  call: PagedCall<Book>,
  params: object,
  name: string,
): Promise<readonly Book[]> {
  const books = await listed(reader, call, params);
  const keyword = name.trim();
  if (!reader.lacks(call) || keyword === '') return books;
  const results = await reader.read(searchMulti, { keyword, page: 1, page_size: MAX_PAGE_SIZE });
  return results.books.items;
}

async function categoryLists(reader: UpstreamReader): Promise<UpstreamList[]> {
  const categories = await reader.readUnless(NOT_FOUND_CODES, categoryList, {});
  return (categories?.items ?? []).flatMap(({ name, subs }) => [
    { key: listKey({ kind: 'category', name, sub: null }), books: () => listed(reader, categoryBooks, { name }), name },
    ...subs.map((sub) => ({
      key: listKey({ kind: 'category', name, sub }),
      books: () => listed(reader, categoryBooks, { name, sub_name: sub }),
      name: sub,
    })),
  ]);
}
