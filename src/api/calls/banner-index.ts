import { bannerIndex } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { banners } from '../store/reads/index.ts';

export const bannerIndexHandler = handle(bannerIndex, (_params, { store, section, brand }) => ({
  items: banners(store.catalogue, section, brand),
}));
