import { authorHome, tagBooks } from '#src/contract/calls/list.ts';
import { searchMulti } from '#src/contract/calls/search.ts';
import type { Book, Reference } from '#src/contract/entities/book.ts';
import type { Upstream } from '#src/shell/page/source.ts';

/** Related books shown on a novel's page: with its first tag, and by its author. */
export const RELATED_BOOKS = 8;

const wanted = { page_size: RELATED_BOOKS + 1 };

/** Books of a tag: its list if the upstream has one, otherwise a search for its name. */
export async function booksOfTag(tag: Reference | undefined, upstream: Upstream): Promise<readonly Book[]> {
  if (!tag) return [];
  const ofTag = await upstream.call(tagBooks, { tag_id: tag.id, ...wanted });
  if (!upstream.lacks(tagBooks)) return ofTag.data.items;
  return (await upstream.call(searchMulti, { keyword: tag.name, ...wanted })).data.books.items;
}

/** The author's books, in the order of the author's page. */
export async function booksOfAuthor(author: Reference, upstream: Upstream): Promise<readonly Book[]> {
  return (await upstream.call(authorHome, { author_id: author.id, ...wanted })).data.books.items;
}
