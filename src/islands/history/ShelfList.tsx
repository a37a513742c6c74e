import { $readlogList, $shelf, type ShelfEntry } from '#src/stores/local.ts';
import { removeFromShelf, returnToShelf } from '#src/stores/shelf.ts';
import { formatTime } from '../ui/format-time.ts';
import { NoBooks } from '../ui/NoBooks.tsx';
import { useStored } from '../ui/use-stored.ts';
import { BookRow } from './BookRow.tsx';
import { BookRows, WaitingRows } from './BookRows.tsx';
import type { ListProps } from './YourBooks.tsx';

/** The books the visitor keeps, newest first, each with the place reached in it. */
export function ShelfList({ island, defaultCover, emptyImage, offer }: ListProps) {
  const { t, paths, tag } = island;
  const entries = useStored($shelf, null);
  const read = useStored($readlogList, null);

  if (entries === null) return <WaitingRows />;
  if (entries.length === 0)
    return <NoBooks island={island} image={emptyImage} title={t('shelf-empty')} hint={t('shelf-empty-hint')} />;

  const remove = (entry: ShelfEntry) => {
    const removed = removeFromShelf(entry.book.id);
    if (removed) offer({ title: entry.book.title, run: () => returnToShelf(removed) });
  };
  const row = (entry: ShelfEntry) => {
    const { book, cover, added_at } = entry;
    const chapter = read?.find((known) => known.book.id === book.id)?.chapter;
    return (
      <BookRow
        key={book.id}
        {...{ island, book, cover, defaultCover }}
        href={chapter ? paths.reader(book.id, chapter.id) : paths.novel(book)}
        line={chapter ? t('read-to', { chapter: chapter.title }) : t('unread')}
        time={[added_at, t('added-on', { date: formatTime(added_at, tag, { dateStyle: 'medium' }) })]}
        onRemove={() => remove(entry)}
      />
    );
  };
  return <BookRows t={t} entries={entries} row={row} />;
}
