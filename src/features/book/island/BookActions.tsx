import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { OfferOnShelf } from '#src/features/notifications/island/OfferOnShelf.tsx';
import { DownloadButton } from '#src/features/offline/island/DownloadButton.tsx';
import { ShareControl } from '#src/features/sharing/island/ShareControl.tsx';
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { Toast } from '#src/shell/island/Messages.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { ShelfButton } from './ShelfButton.tsx';

/** `texts` contains texts of the areas `novel` and `offline`. */
export interface BookActionsProps extends IslandProps {
  readonly book: BookReference;
  readonly cover: Cover | null;
  /** Number of chapters, as counted by `book.brief`. */
  readonly counted: number;
  /** Whether chapters can be read on this site, and not only in the app. Only then can they be downloaded. */
  readonly readable: boolean;
  readonly chapters: number;
  /** Canonical path of the book; `address` is the absolute URL. */
  readonly path: string;
  readonly address: string;
}

/** The buttons for all actions with a book except reading: shelf, share, download, hide tags. */
export function BookActions(props: BookActionsProps) {
  const { t } = useIsland<'novel'>(props);
  const { apiPrefix, book, cover, counted, path, address } = props;
  return (
    <>
      <ShelfButton t={t} apiPrefix={apiPrefix} book={book} cover={cover} chapters={counted} />
      {props.readable && props.chapters > 0 && !IS_STATIC_SITE && <DownloadButton {...props} prerendered />}
      <ShareControl t={t} id={book.id} title={book.title} path={path} address={address} />
      <OfferOnShelf {...props} bookId={book.id} />
      <Toast />
    </>
  );
}
