import { useMemo, useState } from 'react';
import type { BookReference } from '#src/contract/entities/book.ts';
import { formatTime } from '#src/lib/format-time.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $listEntries, $lists, $readlogList, $shelf, type ShelfEntry } from '#src/shell/state/local-storage.ts';
import { $newChapters } from '../state/new-chapters.ts';
import { removeFromShelf, restoreShelfEntry } from '../state/shelf.ts';
import { BookRow } from './BookRow.tsx';
import { BookRows, StoredBooks } from './BookRows.tsx';
import { ListBar } from './ListBar.tsx';
import { ListsDialog } from './ListsDialog.tsx';
import type { ListProps } from './props.ts';
import { countsOf, inList, namedLists, sorted } from './shelf-lists.ts';

const SORTINGS = ['latest', 'title', 'read'] as const;

/** The books on the shelf, last added first, each with its reading position. */
export function ShelfList({ island, defaultCover, emptyImage, offer }: ListProps) {
  const { t, tag } = island;
  const entries = useStored($shelf, null);
  const read = useStored($readlogList, []);
  const ownLists = useStored($lists, []);
  const listed = useStored($listEntries, []);
  const news = useStored($newChapters, null);
  const [chosen, choose] = useState<string | null>(null);
  const [dialogBook, setDialogBook] = useState<BookReference | null>(null);

  const lastRead = useMemo(() => new Map(read.map(({ book, chapter }) => [book.id, chapter])), [read]);

  const remove = (entry: ShelfEntry) => {
    const removed = removeFromShelf(entry.book.id);
    if (removed)
      offer({ title: entry.book.title, language: entry.book.language, run: () => restoreShelfEntry(removed) });
  };
  const row = (entry: ShelfEntry) => {
    const { book, cover, added_at } = entry;
    return (
      <BookRow
        key={book.id}
        island={island}
        book={book}
        cover={cover}
        defaultCover={defaultCover}
        chapter={lastRead.get(book.id)}
        time={[added_at, t('added-on', { date: formatTime(added_at, tag, { dateStyle: 'medium' }) })]}
        newChapters={news?.get(book.id)}
        onRemove={() => remove(entry)}
      >
        <button type="button" aria-label={t('lists-of', { title: book.title })} onClick={() => setDialogBook(book)}>
          <Icon name="list" />
        </button>
      </BookRow>
    );
  };
  return (
    <StoredBooks
      island={island}
      entries={entries}
      emptyImage={emptyImage}
      title={t('shelf-empty')}
      hint={t('shelf-empty-hint')}
    >
      {(books) => (
        <>
          <ListBar
            t={t}
            chosen={chosen}
            choose={choose}
            offer={offer}
            lists={namedLists(t, ownLists)}
            counts={countsOf(books, listed)}
          />
          <BookRows
            key={chosen}
            t={t}
            entries={inList(books, listed, chosen)}
            sortings={SORTINGS}
            order={(all, by) => sorted(all, by, tag, read)}
            row={row}
            none={t('list-empty')}
          />
          {dialogBook && <ListsDialog t={t} tag={tag} book={dialogBook} onClose={() => setDialogBook(null)} />}
        </>
      )}
    </StoredBooks>
  );
}
