import { featuredBooks } from '#src/features/listing/views/featured-books.ts';
import type { TranslatorModel } from '#src/shell/page/models.ts';
import type { PrerenderedView } from '#src/shell/page/view.ts';

const MAX_OFFERED_BOOKS = 8;

/**
 * The page that recruits translators. If the upstream accepts no applications, the page shows the support email
 * address.
 */
export const translatorView: PrerenderedView<TranslatorModel> = {
  kind: 'translator',
  paths: (_source, { paths }) => [{ kind: 'translator', path: paths.translator(), params: {}, page: 1, aliases: [] }],
  load: (_ref, source, site) => ({
    status: 'ok',
    model: { offered: featuredBooks(source, site, MAX_OFFERED_BOOKS), open: source.translators() },
  }),
};
