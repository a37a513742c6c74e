import { useMemo } from 'react';
import { isMark } from '#src/features/reader/marks/state.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $marks } from '#src/shell/state/local-storage.ts';

interface NotebookLineProps {
  readonly island: Island<'account'>;
  readonly bookId: number;
  readonly title: string;
}

/** The link from a book to its notebook, if the book has bookmarks or highlights (marks). */
export function NotebookLine({ island: { t, paths }, bookId, title }: NotebookLineProps) {
  const marks = useStored($marks, []);
  const count = useMemo(() => marks.filter((mark) => isMark(mark) && mark.book.id === bookId).length, [marks, bookId]);
  if (count === 0) return null;
  return (
    <p className="history-more">
      <a href={paths.notebook(bookId)}>
        <Icon name="notebook" />
        {t('notebook-of', { number: count })}
        <span className="said">: {title}</span>
      </a>
    </p>
  );
}
