import type { AreaT, Island, IslandProps } from '#src/shell/island/use-island.ts';

/** Texts of the areas `notebook`, `reader` (marks) and `account` (tabs, sync, undo). */
export type NotebookT = AreaT<'notebook'> & AreaT<'reader'> & AreaT<'account'>;
export interface NotebookIsland extends Omit<Island<'account'>, 't'> {
  readonly t: NotebookT;
}

/** Texts: areas `notebook`, `reader` (marks) and `account` (tabs, sync, undo). */
export interface NotebookProps extends IslandProps {
  /** Shown if the book has no cover. */
  readonly defaultCover: string;
  /** Illustration for empty states. */
  readonly emptyImage: string;
  /** Whether visitors can sign in. */
  readonly accounts: boolean;
}
