import { authorHome, tagBooks } from '#src/contract/calls/list.ts';
import { searchMulti } from '#src/contract/calls/search.ts';
import type { Book, Reference } from '#src/contract/entities/book.ts';
import type { Upstream } from '#src/shell/page/source.ts';

/** Maximum number of books on a novel page with its first tag, and of books by its author. */
export const RELATED_BOOKS = 8;

// Requests one book more, because the list may contain the novel itself.
const pageSize = { page_size: RELATED_BOOKS + 1 };

/** Books with a tag. If the upstream cannot list the tag's books, searches for its name. */
export async function booksOfTag(tag: Reference | undefined, upstream: Upstream): Promise<readonly Book[]> {
  if (!tag) return [];
  const ofTag = await upstream.call(tagBooks, { tag_id: tag.id, ...pageSize });
  if (!upstream.lacks(tagBooks)) return ofTag.data.items;
  return (await upstream.call(searchMulti, { keyword: tag.name, ...pageSize })).data.books.items;
}

/** The author's books, in the order of the author's page. */
export async function booksOfAuthor(author: Reference, upstream: Upstream): Promise<readonly Book[]> {
  return (await upstream.call(authorHome, { author_id: author.id, ...pageSize })).data.books.items;
}
