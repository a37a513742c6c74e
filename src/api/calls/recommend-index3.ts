import { recommendIndex3 } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { shelves } from '../store/reads/index.ts';

export const recommendIndex3Handler = handle(recommendIndex3, (_params, { store, section, brand }) => ({
  items: shelves(store.catalogue, section, brand),
}));
