import type { TranslatorModel } from './models.ts';
import { showcase } from './showcase.ts';
import type { ReleaseView } from './view.ts';

const OFFERED = 8;

/** Recruitment of translators. Without the call that takes applications the page names the support instead. */
export const translatorView: ReleaseView<TranslatorModel> = {
  kind: 'translator',
  paths: (_source, { paths }) => [
    { kind: 'translator', path: paths.translator(), params: {}, page: 1, identities: [] },
  ],
  load: (_ref, source, site) => ({
    status: 'ok',
    model: { offered: showcase(source, site, OFFERED), open: source.translators() },
  }),
};
