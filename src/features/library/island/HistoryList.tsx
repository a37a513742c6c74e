import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { formatTime, relativeTime } from '#src/lib/format-time.ts';
import { useNow } from '#src/shell/island/use-now.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $readlogList } from '#src/shell/state/local-storage.ts';
import { removeFromHistory, restoreHistoryEntry } from '../state/history.ts';
import { $newChapters } from '../state/new-chapters.ts';
import { BookRow } from './BookRow.tsx';
import { BookRows, StoredBooks } from './BookRows.tsx';
import { FurthestLine } from './FurthestLine.tsx';
import type { ListProps } from './props.ts';
import { SaveHistoryPrompt } from './SaveHistoryPrompt.tsx';
import { sorted } from './shelf-lists.ts';

const SORTINGS = ['latest', 'title'] as const;

/** The books that the visitor has read, last read first. */
export function HistoryList({ island, defaultCover, emptyImage, accounts, offer }: ListProps) {
  const { t, tag } = island;
  const entries = useStored($readlogList, null);
  const news = useStored($newChapters, null);
  const now = useNow();

  const remove = (entry: HistoryEntry) => {
    const removed = removeFromHistory(entry.book.id);
    if (removed)
      offer({ title: entry.book.title, language: entry.book.language, run: () => restoreHistoryEntry(removed) });
  };
  const row = (entry: HistoryEntry) => {
    const { book, chapter, cover, read_at } = entry;
    const exact = formatTime(read_at, tag, { dateStyle: 'medium', timeStyle: 'short' });
    return (
      <BookRow
        key={book.id}
        island={island}
        book={book}
        cover={cover}
        defaultCover={defaultCover}
        chapter={chapter}
        time={[read_at, relativeTime(Date.parse(read_at), now, tag), exact]}
        newChapters={news?.get(book.id)}
        onRemove={() => remove(entry)}
        below={<FurthestLine island={island} entry={entry} offer={offer} />}
      />
    );
  };
  return (
    <StoredBooks
      island={island}
      entries={entries}
      emptyImage={emptyImage}
      title={t('no-data')}
      hint={t('no-data-hint')}
    >
      {(books) => (
        <>
          {accounts && <SaveHistoryPrompt island={island} />}
          <BookRows t={t} entries={books} sortings={SORTINGS} order={(all, by) => sorted(all, by, tag)} row={row} />
        </>
      )}
    </StoredBooks>
  );
}
