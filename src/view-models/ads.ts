import type { AdsModel } from './models.ts';
import { showcase } from './showcase.ts';
import type { ReleaseView } from './view.ts';

const COVERS = 12;

/** Where campaigns lead. What the campaign is, and whether it names a book, is read in the browser. */
export const adsView: ReleaseView<AdsModel> = {
  kind: 'ads',
  paths: (_source, { paths }) => [{ kind: 'ads', path: paths.ads(), params: {}, page: 1, identities: [] }],
  load: (_ref, source, site) => ({ status: 'ok', model: { books: showcase(source, site, COVERS) } }),
};
