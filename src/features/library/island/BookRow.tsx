import type { ReactNode } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { bookText, SLOT } from '#src/lib/book-text.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import { Icon } from '#src/shell/island/Icon.tsx';
import { RowCover } from '#src/shell/island/Thumbnail.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { NotebookLine } from './NotebookLine.tsx';

interface BookRowProps {
  readonly island: Island<'account'>;
  readonly book: BookReference;
  readonly cover: Cover | null;
  /** Address of the picture shown for books without a cover. */
  readonly defaultCover: string;
  /** The chapter read last; null or undefined if there is none. */
  readonly chapter: HistoryEntry['chapter'] | undefined;
  /** The time shown in the row: a timestamp in RFC 3339, its text, and optionally a tooltip with the exact time. */
  readonly time: readonly [timestamp: string, text: string, exact?: string];
  /** Number of new chapters. */
  readonly newChapters: number | undefined;
  readonly onRemove: () => void;
  /** Additional buttons. */
  readonly children?: ReactNode;
  /** An additional line below the row. */
  readonly below?: ReactNode;
}

/** A row with a book of the history or the shelf. */
export function BookRow(props: BookRowProps) {
  const { island, book, cover, defaultCover, chapter, time, newChapters, onRemove, children, below } = props;
  const { t, tag, paths, mediaUrl } = island;
  const [timestamp, text, exact] = time;
  return (
    <li>
      <a href={chapter ? paths.reader(book.id, chapter.id) : paths.novel(book)}>
        <RowCover cover={cover} mediaUrl={mediaUrl} fallback={defaultCover} />
        <span className="history-text">
          <strong {...bookText(book.title, book.language, tag)}>{book.title}</strong>
          <span>
            {chapter ? (
              <BookPhrase
                text={t('read-to', { chapter: SLOT })}
                value={chapter.title}
                language={book.language}
                tag={tag}
              />
            ) : (
              t('unread')
            )}
          </span>
          {newChapters !== undefined && <b className="news-badge">{t('new-chapters', { count: newChapters })}</b>}
          <time dateTime={timestamp} title={exact}>
            {text}
          </time>
        </span>
      </a>
      {children}
      <button type="button" aria-label={t('remove', { title: book.title })} onClick={onRemove}>
        <Icon name="trash" />
      </button>
      {below}
      <NotebookLine island={island} book={book} />
    </li>
  );
}
