import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { placeAhead } from '#src/contract/furthest-read.ts';
import { setFurthest } from '#src/stores/history.ts';
import type { Island } from '../ui/use-island.ts';
import type { Undo } from './UndoBar.tsx';

interface FurthestLineProps {
  readonly island: Island<'account'>;
  readonly entry: HistoryEntry;
  readonly offer: (undo: Undo) => void;
}

/** The furthest place of a book that was read last before it, and what forgets it: from then on last read is furthest. */
export function FurthestLine({ island: { t, paths }, entry, offer }: FurthestLineProps) {
  const { book } = entry;
  const ahead = placeAhead(entry);
  if (!ahead) return null;
  const forget = () => {
    const before = setFurthest(book.id);
    if (before) offer({ title: book.title, said: 'forgotten', run: () => void setFurthest(book.id, before) });
  };
  return (
    <p className="history-more history-furthest">
      <a href={paths.reader(book.id, ahead.id)}>{t('furthest-read', { chapter: ahead.title })}</a>
      <button type="button" aria-label={t('forget-furthest', { title: book.title })} onClick={forget}>
        {t('forget')}
      </button>
    </p>
  );
}
