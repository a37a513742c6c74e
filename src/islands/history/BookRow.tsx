import type { ReactNode } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { Icon } from '../ui/Icon.tsx';
import { RowCover } from '../ui/Thumbnail.tsx';
import type { Island } from '../ui/use-island.ts';
import { NotebookLine } from './NotebookLine.tsx';

interface BookRowProps {
  readonly island: Island<'account'>;
  readonly book: BookReference;
  readonly cover: Cover | null;
  /** Shown where the book has no cover. */
  readonly defaultCover: string;
  /** The chapter read to; null and undefined where none is. */
  readonly chapter: HistoryEntry['chapter'] | undefined;
  /** RFC 3339, in words, and to the minute. */
  readonly time: readonly [moment: string, words: string, exact?: string];
  /** Number of new chapters. */
  readonly newChapters: number | undefined;
  readonly onRemove: () => void;
  /** More that can be done with it. */
  readonly children?: ReactNode;
  /** A line of its own below. */
  readonly below?: ReactNode;
}

/** A book of the history or the shelf. */
export function BookRow(props: BookRowProps) {
  const { island, book, cover, defaultCover, chapter, time, newChapters, onRemove, children, below } = props;
  const { t, paths, mediaUrl } = island;
  const [moment, words, exact] = time;
  return (
    <li>
      <a href={chapter ? paths.reader(book.id, chapter.id) : paths.novel(book)}>
        <RowCover cover={cover} mediaUrl={mediaUrl} fallback={defaultCover} />
        <span className="history-text">
          <strong>{book.title}</strong>
          <span>{chapter ? t('read-to', { chapter: chapter.title }) : t('unread')}</span>
          {newChapters !== undefined && <b className="news-badge">{t('new-chapters', { count: newChapters })}</b>}
          <time dateTime={moment} title={exact}>
            {words}
          </time>
        </span>
      </a>
      {children}
      <button type="button" aria-label={t('remove', { title: book.title })} onClick={onRemove}>
        <Icon name="trash" />
      </button>
      {below}
      <NotebookLine island={island} bookId={book.id} title={book.title} />
    </li>
  );
}
