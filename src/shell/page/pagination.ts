import type { Pagination } from './models.ts';

export const LIST_PAGE_SIZE = 20;

/** Number of pages of a list; 0 if it is empty. */
export const pageCount = (total: number, pageSize = LIST_PAGE_SIZE) => Math.ceil(total / pageSize);

/**
 * Links to the first and last page, the previous and next page, and two pages within each gap. From the first page,
 * crawlers reach every page of a 13-page list in two steps, and every page of a 36-page list in three. With only links
 * to the previous and next page, the number of steps would grow with the number of pages.
 */
export function pagination(page: number, pages: number, href: (page: number) => string): Pagination {
  return {
    page,
    pages,
    previous: page > 1 ? href(page - 1) : null,
    next: page < pages ? href(page + 1) : null,
    links: linkedPages(page, pages).map((number) => ({ page: number, href: href(number) })),
  };
}

function linkedPages(page: number, pages: number): readonly number[] {
  const corners = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const between = corners.slice(1).flatMap((end, index) => {
    const start = corners[index] ?? end;
    const third = (end - start) / 3;
    return [Math.round(start + third), Math.round(end - third)];
  });
  return [...new Set([...corners, ...between])].sort((a, b) => a - b);
}
