import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { placeAhead } from '#src/contract/furthest-read.ts';
import { SLOT } from '#src/lib/book-text.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import type { Undo } from '#src/shell/island/UndoBar.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { setFurthest } from '../state/history.ts';

interface FurthestLineProps {
  readonly island: Island<'account'>;
  readonly entry: HistoryEntry;
  readonly offer: (undo: Undo) => void;
}

/**
 * Shows the furthest place that the visitor has reached in a book, if it is ahead of the place read last. A button
 * resets the furthest place to the place read last.
 */
export function FurthestLine({ island: { t, tag, paths }, entry, offer }: FurthestLineProps) {
  const { book } = entry;
  const ahead = placeAhead(entry);
  if (!ahead) return null;
  const forget = () => {
    const before = setFurthest(book.id);
    if (before)
      offer({
        title: book.title,
        language: book.language,
        textKey: 'forgotten',
        run: () => void setFurthest(book.id, before),
      });
  };
  return (
    <p className="history-more history-furthest">
      <a href={paths.reader(book.id, ahead.id)}>
        <BookPhrase
          text={t('furthest-read', { chapter: SLOT })}
          value={ahead.title}
          language={book.language}
          tag={tag}
        />
      </a>
      <button type="button" aria-label={t('forget-furthest', { title: book.title })} onClick={forget}>
        {t('forget')}
      </button>
    </p>
  );
}
