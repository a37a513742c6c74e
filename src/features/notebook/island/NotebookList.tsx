import type { StoredMark } from '#src/contract/entities/marks.ts';
import { bookText } from '#src/lib/book-text.ts';
import { formatTime, relativeTime } from '#src/lib/format-time.ts';
import { RowCover } from '#src/shell/island/Thumbnail.tsx';
import { useNow } from '#src/shell/island/use-now.ts';
import { type NotebookSummary, notebooksOf } from '../state/notebook.ts';
import { countsInWords } from './counts.ts';
import { NoMarks } from './NoMarks.tsx';
import type { NotebookIsland, NotebookProps } from './props.ts';
import { useCovers } from './use-covers.ts';

interface NotebookListProps extends NotebookProps {
  readonly island: NotebookIsland;
  readonly storedMarks: readonly StoredMark[];
}

/** The books with marks, last edited first, and a link to export the whole library. */
export function NotebookList({ island, storedMarks, defaultCover, emptyImage }: NotebookListProps) {
  const { t, tag, paths, mediaUrl } = island;
  const coverOf = useCovers();
  const now = useNow();
  const notebooks = notebooksOf(storedMarks);
  if (notebooks.length === 0)
    return (
      <NoMarks image={emptyImage} title={t('empty-title')} hint={t('empty-hint')}>
        <a className="button" href={paths.home()}>
          {t('find-book')}
        </a>
      </NoMarks>
    );
  const row = ({ book, changed_at, ...counts }: NotebookSummary) => (
    <li key={book.id}>
      <a href={paths.notebook(book.id)}>
        <RowCover cover={coverOf(book.id)} mediaUrl={mediaUrl} fallback={defaultCover} />
        <span className="history-text">
          <strong {...bookText(book.title, book.language, tag)}>{book.title}</strong>
          <span>{countsInWords(t, tag, counts)}</span>
          <time dateTime={changed_at} title={formatTime(changed_at, tag, { dateStyle: 'medium', timeStyle: 'short' })}>
            {relativeTime(Date.parse(changed_at), now, tag)}
          </time>
        </span>
      </a>
    </li>
  );
  return (
    <>
      <ul className="history">{notebooks.map(row)}</ul>
      <p className="notebook-whole">
        <a className="plain-link" href={`${paths.history()}#manage`}>
          {t('whole-library')}
        </a>
      </p>
    </>
  );
}
