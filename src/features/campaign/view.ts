import { featuredBooks } from '#src/features/listing/views/featured-books.ts';
import type { AdsModel } from '#src/shell/page/models.ts';
import type { PrerenderedView } from '#src/shell/page/view.ts';

const COVERS = 12;

/** The landing page of campaigns. A browser script reads the campaign and its book from the address. */
export const adsView: PrerenderedView<AdsModel> = {
  kind: 'ads',
  paths: (_source, { paths }) => [{ kind: 'ads', path: paths.ads(), params: {}, page: 1, aliases: [] }],
  load: (_ref, source, site) => ({ status: 'ok', model: { books: featuredBooks(source, site, COVERS) } }),
};
