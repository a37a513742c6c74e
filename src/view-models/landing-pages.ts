import { bookCard } from './book-card.ts';
import type { AdsModel, BookCard, TranslatorModel } from './models.ts';
import { defaultRanking } from './ranking.ts';
import type { Source } from './source.ts';
import type { PrerenderedView, Site } from './view.ts';

const COVERS = 12;

/** The landing page of campaigns. A script in the browser reads which campaign it is and whether it names a book. */
export const adsView: PrerenderedView<AdsModel> = {
  kind: 'ads',
  paths: (_source, { paths }) => [{ kind: 'ads', path: paths.ads(), params: {}, page: 1, aliases: [] }],
  load: (_ref, source, site) => ({ status: 'ok', model: { books: featuredBooks(source, site, COVERS) } }),
};

const OFFERED = 8;

/** Recruitment of translators. Where the upstream takes no applications the page names the support address. */
export const translatorView: PrerenderedView<TranslatorModel> = {
  kind: 'translator',
  paths: (_source, { paths }) => [{ kind: 'translator', path: paths.translator(), params: {}, page: 1, aliases: [] }],
  load: (_ref, source, site) => ({
    status: 'ok',
    model: { offered: featuredBooks(source, site, OFFERED), open: source.translators() },
  }),
};

/** The first books of the default ranking, then books of the home page's shelves. */
function featuredBooks(source: Source, site: Site, count: number): BookCard[] {
  const ranking = defaultRanking(source, site);
  const ranked = ranking ? source.books(ranking.list, 1, count).items : [];
  const shelved = source.shelves().flatMap(({ books }) => books);
  const distinct = new Map([...ranked, ...shelved].map((book) => [book.id, book]));
  return [...distinct.values()].slice(0, count).map((book) => bookCard(book, site));
}
