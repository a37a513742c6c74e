import type { AreaT, Island, IslandProps } from '../ui/use-island.ts';

/** Its page sends words of three areas: its own, those of marks, and of what stands around (tabs, sync, undo). */
export type NotebookT = AreaT<'notebook'> & AreaT<'reader'> & AreaT<'account'>;
export interface NotebookIsland extends Omit<Island<'account'>, 't'> {
  readonly t: NotebookT;
}

/** Texts: area `notebook`, of `reader` ISLAND_KEYS.notebookMarks, of `account` ISLAND_KEYS.notebookAround. */
export interface NotebookProps extends IslandProps {
  /** Shown where a book has no cover. */
  readonly defaultCover: string;
  /** Drawing of the empty states. */
  readonly emptyImage: string;
  /** Whether visitors can sign in. */
  readonly accounts: boolean;
}
