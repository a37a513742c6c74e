import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { $shelf } from '#src/stores/local-storage.ts';
import { toastSaved } from '#src/stores/messages.ts';
import { addToShelf, removeFromShelf } from '#src/stores/shelf.ts';
import { storedCover } from '../ui/covers.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

interface ShelfButtonProps {
  readonly t: Island<'novel'>['t'];
  readonly apiPrefix: string;
  readonly book: BookReference;
  readonly cover: Cover | null;
  readonly chapters: number;
}

/** Puts the book on the shelf and takes it off. Both faces are there: before hydration the style sheet chooses. */
export function ShelfButton({ t, apiPrefix, book, cover, chapters }: ShelfButtonProps) {
  const shelf = useStored($shelf, null);
  const kept = shelf?.some((entry) => entry.book.id === book.id) ?? false;

  const toggle = () => {
    if (kept) removeFromShelf(book.id);
    else addToShelf({ book, cover: storedCover(cover, apiPrefix) }, chapters);
    toastSaved('lectern:shelf', t(kept ? 'taken-off-shelf' : 'added-to-shelf'));
  };

  return (
    <button type="button" className="button button-quiet shelf-button" data-kept={kept} onClick={toggle}>
      <span className="shelf-off">
        <Icon name="bookmark" />
        <span>{t('add-to-shelf')}</span>
      </span>
      <span className="shelf-on">
        <Icon name="bookmarked" />
        <span>{t('on-shelf')}</span>
      </span>
    </button>
  );
}
