import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { OfferOnShelf } from '../notifications/OfferOnShelf.tsx';
import { DownloadButton } from '../offline/DownloadButton.tsx';
import { Toast } from '../ui/Messages.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { ShareControl } from './ShareControl.tsx';
import { ShelfButton } from './ShelfButton.tsx';

/** Texts: area `novel`, and of area `offline` ISLAND_KEYS.keep and notify. */
export interface BookActionsProps extends IslandProps {
  readonly book: BookReference;
  readonly cover: Cover | null;
  /** Chapters as `book.brief` counts them. */
  readonly counted: number;
  /** Whether it can be read here; then also without a connection. */
  readonly readable: boolean;
  readonly chapters: number;
  /** Canonical path of the book, and the whole address. */
  readonly path: string;
  readonly address: string;
}

/** What can be done with a book besides reading it. */
export function BookActions(props: BookActionsProps) {
  const { t } = useIsland<'novel'>(props);
  const { apiPrefix, book, cover, counted, path, address } = props;
  return (
    <>
      <ShelfButton t={t} apiPrefix={apiPrefix} book={book} cover={cover} chapters={counted} />
      {props.readable && props.chapters > 0 && <DownloadButton {...props} prerendered />}
      <ShareControl t={t} id={book.id} title={book.title} path={path} address={address} />
      <OfferOnShelf {...props} bookId={book.id} />
      <Toast />
    </>
  );
}
