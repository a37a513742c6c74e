import { ApiFault } from '../http/fault.ts';
import type { Store } from '../store/index.ts';
import { readCursor } from '../store/reads/index.ts';

/** @throws ApiFault BAD_REQUEST for a cursor of another store: the caller then asks for everything */
export function sinceOf(store: Store, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const seq = readCursor(store.catalogue, cursor);
  if (seq === undefined)
    throw new ApiFault('BAD_REQUEST', 'since: this cursor is not one of this store; ask again without it');
  return seq;
}
