import type { Undo } from '#src/shell/island/UndoBar.tsx';
import type { Island, IslandProps } from '#src/shell/island/use-island.ts';

/** A list with at least this many books has a search field. */
export const SEARCH_FROM = 12;
/** A list with at least this many books can be sorted. */
export const SORT_FROM = 3;

/** `texts` contains texts of the area `account`. */
export interface YourBooksProps extends IslandProps {
  /** Address of the picture shown for books without a cover. */
  readonly defaultCover: string;
  /** Address of the picture shown with an empty list. */
  readonly emptyImage: string;
  readonly termsHref: string;
  /** Whether the brand has accounts to sign in to. */
  readonly accounts: boolean;
}

/** Props of the page's tabs. */
export interface ListProps extends Pick<YourBooksProps, 'defaultCover' | 'emptyImage' | 'accounts'> {
  readonly island: Island<'account'>;
  /** Offers to undo a removal. */
  readonly offer: (undo: Undo) => void;
}
