import type { AreaT, Island, IslandProps } from '#src/shell/island/use-island.ts';

/** Returns texts of the areas `notebook`, `reader` (for marks) and `account` (for tabs, sync and undo). */
export type NotebookT = AreaT<'notebook'> & AreaT<'reader'> & AreaT<'account'>;
export interface NotebookIsland extends Omit<Island<'account'>, 't'> {
  readonly t: NotebookT;
}

/** `texts` contains texts of the areas `notebook`, `reader` (for marks) and `account` (for tabs, sync and undo). */
export interface NotebookProps extends IslandProps {
  /** Address of the picture shown for books without a cover. */
  readonly defaultCover: string;
  /** Address of the picture shown with an empty list. */
  readonly emptyImage: string;
  /** Whether the brand has accounts to sign in to. */
  readonly accounts: boolean;
}
