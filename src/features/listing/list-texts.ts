import type { T } from '#src/i18n/t.ts';
import type { BookListModel } from '#src/shell/page/models.ts';

/** A sentence specific to this list, followed by the page number from the second page on. */
export function leadOf(model: BookListModel, t: T): string {
  const { page, pages } = model.pagination;
  const numbered = page > 1 ? ` ${t('common:page-of', { page, pages })}` : '';
  return sentence(model, t) + numbered;
}

function sentence({ kind, name, introduction, filters, books }: BookListModel, t: T): string {
  if (filters?.found) return t('listing:filtered-lead', { count: filters.found });
  if (introduction !== '' || name === '' || books.length === 0) return introduction;
  return t(kind === 'letter' && name === '#' ? 'listing:letter-lead-other' : `listing:${kind}-lead`, { name });
}
