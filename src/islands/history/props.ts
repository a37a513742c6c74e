import type { Island, IslandProps } from '../ui/use-island.ts';
import type { Undo } from './UndoBar.tsx';

/** Texts: area `account`. */
export interface YourBooksProps extends IslandProps {
  /** Shown where a book has no cover. */
  readonly defaultCover: string;
  /** Drawing of the empty states. */
  readonly emptyImage: string;
  readonly termsHref: string;
  /** Whether visitors can sign in. */
  readonly accounts: boolean;
}

/** Props of each tab of the page. */
export interface ListProps extends Pick<YourBooksProps, 'defaultCover' | 'emptyImage' | 'accounts'> {
  readonly island: Island<'account'>;
  /** Offers a removal back. */
  readonly offer: (undo: Undo) => void;
}
