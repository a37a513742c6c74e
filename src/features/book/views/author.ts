import { authorHome } from '#src/contract/calls/list.ts';
import { listSlug } from '#src/routes/paths.ts';
import { bookCard, mediaUrl } from '#src/shell/page/book-card.ts';
import type { AuthorModel } from '#src/shell/page/models.ts';
import { LIST_PAGE_SIZE, pageCount, pagination } from '#src/shell/page/pagination.ts';
import { loadFailure, type OnDemandView, permanentRedirect } from '#src/shell/page/view.ts';

/** The page of an author, with their books. */
export const authorView: OnDemandView<AuthorModel> = {
  kind: 'author',
  async load({ params, page }, _query, upstream, site) {
    const result = await upstream.call(authorHome, {
      author_id: Number(params['id']),
      page,
      page_size: LIST_PAGE_SIZE,
    });
    const { author, books } = result.data;
    if (!author) return loadFailure(result);
    if (books.items.length === 0 && page > 1) return { status: 'missing' };
    const href = (number: number) => site.paths.author(author, number);
    if (params['name'] !== listSlug(author.name, author.id)) return permanentRedirect(href(page));
    const model: AuthorModel = {
      author: { ...author, avatar: author.avatar && mediaUrl(author.avatar, site) },
      books: books.items.map((book) => bookCard(book, site)),
      first: (page - 1) * LIST_PAGE_SIZE + 1,
      pagination: pagination(page, pageCount(books.total), href),
      trail: [],
    };
    return { status: 'ok', model };
  },
};
