import type { Pagination } from './models.ts';

export const LIST_PAGE_SIZE = 20;

/** Number of pages of a list; 0 where it is empty. */
export const pageCount = (total: number, pageSize = LIST_PAGE_SIZE) => Math.ceil(total / pageSize);

/** Links to the first and last page and the neighbours of the current one. Null stands for a gap. */
export function pagination(page: number, pages: number, href: (page: number) => string): Pagination {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((n) => n >= 1 && n <= pages)
    .sort((a, b) => a - b);
  const links = shown.flatMap((number, index) => {
    const gap = index > 0 && number - (shown[index - 1] ?? 0) > 1;
    const link = { page: number, href: href(number) };
    return gap ? [null, link] : [link];
  });
  return {
    page,
    pages,
    previous: page > 1 ? href(page - 1) : null,
    next: page < pages ? href(page + 1) : null,
    links,
  };
}
