import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { addToShelf, removeFromShelf } from '#src/features/library/state/shelf.ts';
import { storedCover } from '#src/shell/island/covers.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $shelf } from '#src/shell/state/local-storage.ts';
import { toastSaved } from '#src/shell/state/messages.ts';
import * as keys from '#src/shell/state/storage-keys.ts';

interface ShelfButtonProps {
  readonly t: Island<'novel'>['t'];
  readonly apiPrefix: string;
  readonly book: BookReference;
  readonly cover: Cover | null;
  readonly chapters: number;
}

/**
 * A button that adds the book to the shelf or removes it. Renders both labels, because before hydration CSS shows the
 * one that applies.
 */
export function ShelfButton({ t, apiPrefix, book, cover, chapters }: ShelfButtonProps) {
  const shelf = useStored($shelf, null);
  const isOnShelf = shelf?.some((entry) => entry.book.id === book.id) ?? false;

  const toggle = () => {
    if (isOnShelf) removeFromShelf(book.id);
    else addToShelf({ book, cover: storedCover(cover, apiPrefix) }, chapters);
    toastSaved(keys.SHELF, t(isOnShelf ? 'taken-off-shelf' : 'added-to-shelf'));
  };

  return (
    <button type="button" className="button button-quiet shelf-button" data-kept={isOnShelf} onClick={toggle}>
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
