import { DEFAULT_LISTS } from '#src/contract/entities/library.ts';
import type { OwnList } from '#src/stores/local-storage.ts';
import type { AreaT } from '../ui/use-island.ts';

export interface NamedList {
  readonly id: string;
  readonly name: string;
  /** Made by the visitor. */
  readonly own: boolean;
}

/** The lists every shelf has, then the visitor's own. */
export function namedLists(t: AreaT<'account'>, lists: readonly OwnList[]): NamedList[] {
  const shared = DEFAULT_LISTS.map((id) => ({ id, name: t(`list-${id}`), own: false }));
  return [...shared, ...lists.map(({ id, name }) => ({ id, name, own: true }))];
}
