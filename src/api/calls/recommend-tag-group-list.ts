import { recommendTagGroupList } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { genres } from '../store/reads/index.ts';

export const recommendTagGroupListHandler = handle(recommendTagGroupList, (_params, { store, section }) => ({
  items: genres(store.catalogue, section),
}));
