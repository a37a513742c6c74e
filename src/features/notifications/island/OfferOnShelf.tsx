import { lazy, Suspense, useEffect, useState } from 'react';
import type { IslandProps } from '#src/shell/island/use-island.ts';
import { $shelf } from '#src/shell/state/local-storage.ts';

const NotifyOffer = lazy(async () => ({ default: (await import('./NotifyOffer.tsx')).NotifyOffer }));

/** Loads the offer of notifications when the visitor adds the book to the shelf. */
export function OfferOnShelf(props: IslandProps & { readonly bookId: number }) {
  const [added, setAdded] = useState(false);
  const { bookId } = props;
  useEffect(() => {
    const has = () => $shelf.get().some(({ book }) => book.id === bookId);
    let before = has();
    return $shelf.listen(() => {
      if (!before && has()) setAdded(true);
      before = has();
    });
  }, [bookId]);
  return added ? (
    <Suspense>
      <NotifyOffer {...props} />
    </Suspense>
  ) : null;
}
