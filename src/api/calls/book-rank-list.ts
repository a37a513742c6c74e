import { bookRankList } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { rankingMenu } from '../store/reads/index.ts';

export const bookRankListHandler = handle(bookRankList, (_params, { store, section, brand }) => ({
  items: rankingMenu(store.catalogue, section, brand),
}));
