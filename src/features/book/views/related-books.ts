import { authorHome, tagBooks } from '#src/contract/calls/list.ts';
import { searchMulti } from '#src/contract/calls/search.ts';
import type { Book, Reference } from '#src/contract/entities/book.ts';
import type { Upstream } from '#src/shell/page/source.ts';

/**
 * Maximum number of books that a novel page lists per group: books with the same first tag, and books by the same
 * author.
 */
export const RELATED_BOOKS = 8;

// One more book than shown is requested, because the list may contain the novel itself.
const pageSize = { page_size: RELATED_BOOKS + 1 };

/** Requests books with a tag. If the upstream cannot list the books of a tag, searches for the tag's name. */
export async function booksOfTag(tag: Reference | undefined, upstream: Upstream): Promise<readonly Book[]> {
  if (!tag) return [];
  const ofTag = await upstream.call(tagBooks, { tag_id: tag.id, ...pageSize });
  if (!upstream.lacks(tagBooks)) return ofTag.data.items;
  return (await upstream.call(searchMulti, { keyword: tag.name, ...pageSize })).data.books.items;
}

/** Requests the author's books, in the order of the author's page. */
export async function booksOfAuthor(author: Reference, upstream: Upstream): Promise<readonly Book[]> {
  return (await upstream.call(authorHome, { author_id: author.id, ...pageSize })).data.books.items;
}
