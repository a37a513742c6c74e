import { useMemo } from 'react';
import { $marks } from '#src/stores/local-storage.ts';
import { isMark } from '#src/stores/marks.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

interface NotebookLineProps {
  readonly island: Island<'account'>;
  readonly bookId: number;
  readonly title: string;
}

/** The way from a book to what the visitor marked in it; nothing where that is nothing. */
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
