import { useEffect } from 'react';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { removeFromHistory, syncHistory } from '#src/stores/history.ts';
import { $readlogList } from '#src/stores/local.ts';
import { formatTime } from '../ui/format-time.ts';
import { Icon } from '../ui/Icon.tsx';
import { type Island, type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

/** Texts: area `account`. */
export interface HistoryListProps extends IslandProps {
  /** Shown where a book has no cover. */
  readonly defaultCover: string;
  /** Drawing of the empty state. */
  readonly emptyImage: string;
}

/** What the visitor read, newest first. Until the browser has said what that is, rows of the same shape stand there. */
export function HistoryList(props: HistoryListProps) {
  const island = useIsland<'account'>(props);
  const entries = useStored($readlogList, null);
  useEffect(() => void syncHistory(), []);

  if (entries === null) return <Waiting />;
  if (entries.length === 0) return <Empty island={island} image={props.emptyImage} />;
  return (
    <ul className="history">
      {entries.map((entry) => (
        <HistoryRow key={entry.book.id} entry={entry} island={island} defaultCover={props.defaultCover} />
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <ul className="history history-waiting" aria-busy="true">
      <li />
      <li />
      <li />
    </ul>
  );
}

function Empty({ island: { t, paths }, image }: { island: Island<'account'>; image: string }) {
  return (
    <div className="empty">
      <img src={image} alt="" width="240" height="180" />
      <h2>{t('no-data')}</h2>
      <p>{t('no-data-hint')}</p>
      <a className="button" href={paths.home()}>
        {t('find-book')}
      </a>
    </div>
  );
}

interface RowProps {
  readonly entry: HistoryEntry;
  readonly island: Island<'account'>;
  readonly defaultCover: string;
}

function HistoryRow({ entry: { book, chapter, cover, read_at }, island, defaultCover }: RowProps) {
  const { t, paths, tag, mediaUrl } = island;
  const time = formatTime(read_at, tag, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      <a href={chapter ? paths.reader(book.id, chapter.id) : paths.novel(book)}>
        <img
          className="history-cover"
          src={cover ? mediaUrl(cover.url) : defaultCover}
          alt=""
          width="64"
          height="96"
          loading="lazy"
        />
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
