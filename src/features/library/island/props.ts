import type { Undo } from '#src/shell/island/UndoBar.tsx';
import type { Island, IslandProps } from '#src/shell/island/use-island.ts';

/** Texts: area `account`. */
export interface YourBooksProps extends IslandProps {
  /** Shown if the book has no cover. */
  readonly defaultCover: string;
  /** Illustration for empty states. */
  readonly emptyImage: string;
  readonly termsHref: string;
  /** Whether visitors can sign in. */
  readonly accounts: boolean;
}

/** Props of each tab of the page. */
export interface ListProps extends Pick<YourBooksProps, 'defaultCover' | 'emptyImage' | 'accounts'> {
  readonly island: Island<'account'>;
  /** Offers to undo a removal. */
  readonly offer: (undo: Undo) => void;
}
