import type { NotebookSummary } from '../state/notebook.ts';
import type { NotebookT } from './props.ts';

/** The contents of a notebook in words: "12 highlights, 3 notes". Kinds without marks are omitted. */
export function countsInWords(
  t: NotebookT,
  tag: string,
  { highlights, notes, bookmarks }: Pick<NotebookSummary, 'highlights' | 'notes' | 'bookmarks'>,
): string {
  const parts = [
    highlights > 0 ? [t('highlights', { count: highlights })] : [],
    notes > 0 ? [t('notes', { count: notes })] : [],
    bookmarks > 0 ? [t('bookmarks', { count: bookmarks })] : [],
  ].flat();
  return new Intl.ListFormat(tag, { style: 'short', type: 'unit' }).format(parts);
}
