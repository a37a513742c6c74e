import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { Toast } from '../ui/Toast.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { ShareControl } from './ShareControl.tsx';
import { ShelfButton } from './ShelfButton.tsx';

/** Texts: area `novel`. */
export interface BookActionsProps extends IslandProps {
  readonly book: BookReference;
  readonly cover: Cover | null;
  /** Canonical path of the book, and the whole address. */
  readonly path: string;
  readonly address: string;
}

/** What can be done with a book besides reading it. */
export function BookActions(props: BookActionsProps) {
  const { t } = useIsland<'novel'>(props);
  const { apiPrefix, book, cover, path, address } = props;
  return (
    <>
      <ShelfButton t={t} apiPrefix={apiPrefix} book={book} cover={cover} />
      <ShareControl t={t} id={book.id} title={book.title} path={path} address={address} />
      <Toast />
    </>
  );
}
