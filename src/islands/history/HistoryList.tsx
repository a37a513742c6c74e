import { useEffect } from 'react';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { removeFromHistory, returnToHistory, syncHistory } from '#src/stores/history.ts';
import { $readlogList } from '#src/stores/local.ts';
import { formatTime } from '../ui/format-time.ts';
import { NoBooks } from '../ui/NoBooks.tsx';
import { useStored } from '../ui/use-stored.ts';
import { BookRow } from './BookRow.tsx';
import { BookRows, WaitingRows } from './BookRows.tsx';
import { KeepPlaces } from './KeepPlaces.tsx';
import type { ListProps } from './YourBooks.tsx';

/** What the visitor read, newest first. */
export function HistoryList({ island, defaultCover, emptyImage, accounts, offer }: ListProps) {
  const { t, paths, tag } = island;
  const entries = useStored($readlogList, null);
  useEffect(() => void syncHistory(), []);

  if (entries === null) return <WaitingRows />;
  if (entries.length === 0)
    return <NoBooks island={island} image={emptyImage} title={t('no-data')} hint={t('no-data-hint')} />;

  const remove = (entry: HistoryEntry) => {
    const removed = removeFromHistory(entry.book.id);
    if (removed) offer({ title: entry.book.title, run: () => returnToHistory(removed) });
  };
  const row = (entry: HistoryEntry) => {
    const { book, chapter, cover, read_at } = entry;
    return (
      <BookRow
        key={book.id}
        {...{ island, book, cover, defaultCover }}
        href={chapter ? paths.reader(book.id, chapter.id) : paths.novel(book)}
        line={chapter ? t('read-to', { chapter: chapter.title }) : t('unread')}
        time={[read_at, formatTime(read_at, tag, { dateStyle: 'medium', timeStyle: 'short' })]}
        onRemove={() => remove(entry)}
      />
    );
  };
  return (
    <>
      {accounts && <KeepPlaces island={island} />}
      <BookRows t={t} entries={entries} row={row} />
    </>
  );
}
