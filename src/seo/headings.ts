import type { T } from '#src/i18n/t.ts';
import type { BookListModel, IndexModel } from '#src/view-models/models.ts';

/** The heading of a list. */
export function headingOf({ kind, name, menu }: BookListModel, t: T): string {
  if (name === '') return t('common:ranking');
  /** The type of a ranking, such as "Popular". */
  const type = menu.find((entry) => entry.current)?.name ?? '';
  return t(`listing:${kind}-title`, { name, type });
}

/** The heading of a hub or index. */
export const indexHeadingOf = ({ kind, name }: IndexModel, t: T): string => t(`listing:${kind}-title`, { name });
