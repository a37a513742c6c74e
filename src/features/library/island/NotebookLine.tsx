import { useMemo } from 'react';
import type { BookReference } from '#src/contract/entities/book.ts';
import { isMark } from '#src/features/reader/marks/state.ts';
import { bookText } from '#src/lib/book-text.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $marks } from '#src/shell/state/local-storage.ts';

interface NotebookLineProps {
  readonly island: Island<'account'>;
  readonly book: BookReference;
}

/** The link from a book to its notebook, if the book has bookmarks or highlights (marks). */
export function NotebookLine({ island: { t, tag, paths }, book }: NotebookLineProps) {
  const marks = useStored($marks, []);
  const count = useMemo(
    () => marks.filter((mark) => isMark(mark) && mark.book.id === book.id).length,
    [marks, book.id],
  );
  if (count === 0) return null;
  return (
    <p className="history-more">
      <a href={paths.notebook(book.id)}>
        <Icon name="notebook" />
        {t('notebook-of', { number: count })}
        <span className="said">
          : <bdi {...bookText(book.title, book.language, tag)}>{book.title}</bdi>
        </span>
      </a>
    </p>
  );
}
