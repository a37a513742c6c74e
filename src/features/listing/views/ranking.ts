import type { RankingType } from '#src/contract/entities/listing.ts';
import { memoizePair } from '#src/lib/memoize.ts';
import { aliasOf } from '#src/routes/aliases.ts';
import type { BookListModel } from '#src/shell/page/models.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { Listing, PrerenderedView, Site } from '#src/shell/page/view.ts';
import { hasBooks, type ListPage, listView } from './book-list.ts';

export interface RankingPage extends ListPage {
  readonly type: string;
  readonly typeName: string;
}

/** The page to which "Ranking" in the navigation leads if no ranking has books. */
const EMPTY: BookListModel = {
  kind: 'ranking',
  name: '',
  introduction: '',
  trail: [],
  books: [],
  first: 1,
  siblings: [],
  menu: [],
  filters: null,
  pagination: { page: 1, pages: 1, previous: null, next: null, links: [] },
};

/** The pages of rankings. */
export const rankingView: Required<PrerenderedView<BookListModel>> = {
  kind: 'ranking',
  version: (...args) => lists.version(...args),
  renderOrder: (...args) => lists.renderOrder(...args),
  *listings(source, site) {
    yield* lists.listings(source, site);
    if (rankingEntries(source, site).length === 0) yield emptyListing(site);
  },
  *paths(source, site) {
    for (const { refs } of rankingView.listings(source, site)) yield* refs();
  },
  load(ref, source, site) {
    const isEmpty = ref.params['type'] === undefined && rankingEntries(source, site).length === 0;
    return isEmpty ? { status: 'ok', model: EMPTY } : lists.load(ref, source, site);
  },
};

function emptyListing(site: Site): Listing {
  const first = { kind: 'ranking', path: site.paths.rankingEntry(), params: {}, page: 1, aliases: [] } as const;
  return { first, pages: 1, version: () => '', refs: () => [first] };
}

/**
 * Rankings with books, in the order of the menu. The first ranking is the default. The first ranking of each type is
 * the default of that type.
 */
export const rankingEntries = memoizePair(entriesOf);

const lists = listView('ranking', rankingEntries, (params, source, site) => {
  const all = rankingEntries(source, site);
  const entry = all.find((ranking) => ranking.type === params['type'] && ranking.params['id'] === params['id']);
  if (!entry) return undefined;
  const ofType = all.filter((ranking) => ranking.type === entry.type);
  const firstOfEachType = all.filter(
    (ranking, index) => all.findIndex((other) => other.type === ranking.type) === index,
  );
  const context = {
    siblings: ofType.map((ranking) => ({ name: ranking.name, href: ranking.href(1), current: ranking === entry })),
    menu: firstOfEachType.map((ranking) => ({
      name: ranking.typeName,
      href: ranking.href(1),
      current: ranking.type === entry.type,
    })),
  };
  return { entry, context };
});

/** The first ranking that has books. "Ranking" in the navigation leads to it. */
export const defaultRanking = (source: Source, site: Site): RankingPage | undefined => rankingEntries(source, site)[0];

function entriesOf(source: Source, site: Site): RankingPage[] {
  const withBooks = source
    .rankings()
    .flatMap((type) =>
      type.items
        .filter((item) => hasBooks({ kind: 'ranking', type: type.type, id: item.id }, source))
        .map((item) => ({ type, item })),
    );
  const seen = new Set<string>();
  return withBooks.map(({ type, item }, index) => {
    const firstOfType = !seen.has(type.type);
    seen.add(type.type);
    return entryOf(type, item, site, [
      aliasOf.ranking(type.type, item.id),
      ...(firstOfType ? [aliasOf.ranking(type.type)] : []),
      ...(index === 0 ? [aliasOf.ranking()] : []),
    ]);
  });
}

const entryOf = (
  type: RankingType,
  item: { id: number; name: string },
  site: Site,
  aliases: string[],
): RankingPage => ({
  type: type.type,
  typeName: type.name,
  list: { kind: 'ranking', type: type.type, id: item.id },
  name: item.name,
  href: (page) => site.paths.ranking(type.type, item.id, page),
  params: { type: type.type, id: String(item.id) },
  aliases,
});
