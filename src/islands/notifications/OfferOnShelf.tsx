import { lazy, Suspense, useEffect, useState } from 'react';
import { $shelf } from '#src/stores/local-storage.ts';
import type { IslandProps } from '../ui/use-island.ts';

const NotifyOffer = lazy(async () => ({ default: (await import('./NotifyOffer.tsx')).NotifyOffer }));

/** Waits for a book to come onto the shelf; only then anything is loaded. */
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
