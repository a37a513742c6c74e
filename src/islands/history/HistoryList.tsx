import { useEffect } from 'react';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { removeFromHistory } from '#src/stores/history.ts';
import { $readlogList } from '#src/stores/local.ts';
import { syncHistory } from '#src/stores/user.ts';
import { Icon } from '../ui/Icon.tsx';
import { Notification } from '../ui/Notification.tsx';
import { type Island, type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

export interface HistoryListProps extends IslandProps {
  /** Shown where a book has no cover. */
  readonly defaultCover: string;
  /** Drawing of the empty state. */
  readonly emptyImage: string;
}

const NO_ENTRIES: HistoryEntry[] = [];

/** What the visitor read, newest first. */
export function HistoryList(props: HistoryListProps) {
  const island = useIsland(props);
  const { t, paths } = island;
  const entries = useStored($readlogList, NO_ENTRIES);
  useEffect(() => void syncHistory(), []);

  if (entries.length === 0) {
    return (
      <div className="empty">
        <img src={props.emptyImage} alt="" width="240" height="180" />
        <h2>{t('no-data')}</h2>
        <p>{t('no-data-hint')}</p>
        <a className="button" href={paths.home()}>
          {t('find-book')}
        </a>
      </div>
    );
  }
  return (
    <>
      <Notification />
      <ul className="history">
        {entries.map((entry) => (
          <HistoryRow key={entry.book.id} entry={entry} island={island} defaultCover={props.defaultCover} />
        ))}
      </ul>
    </>
  );
}

function HistoryRow({ entry, island, defaultCover }: { entry: HistoryEntry; island: Island; defaultCover: string }) {
  const { t, paths, tag } = island;
  const { book, chapter, cover, read_at } = entry;
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(read_at));
  return (
    <li>
      <a href={chapter ? paths.reader(book.id, chapter.id) : paths.novel(book)}>
        <img className="history-cover" src={cover?.url ?? defaultCover} alt="" width="64" height="96" loading="lazy" />
        <span className="history-text">
          <strong>{book.title}</strong>
          <span>{chapter ? t('read-to', { chapter: chapter.title }) : t('unread')}</span>
          <time dateTime={read_at}>{time}</time>
        </span>
      </a>
      <button type="button" aria-label={t('remove', { title: book.title })} onClick={() => removeFromHistory(book.id)}>
        <Icon name="trash" />
      </button>
    </li>
  );
}
