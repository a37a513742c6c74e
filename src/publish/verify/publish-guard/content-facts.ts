import type { Release } from '#src/publish/release/index.ts';
import { countBooks, type LocalizedSite, listKey } from '#src/publish/snapshot/index.ts';
import type { Source } from '#src/shell/page/source.ts';

/** A list that editors maintain, from one of the upstream's menus. */
export interface ListFacts {
  readonly name: string;
  readonly books: number;
}

/** The counts of a snapshot in one language. They are stored with the release built from it. */
export interface ContentFacts {
  readonly books: number;
  readonly banners: number;
  /** The facts about each list, including lists without books. */
  readonly genres: Readonly<Record<string, ListFacts>>;
  readonly rankings: Readonly<Record<string, ListFacts>>;
  readonly shelves: Readonly<Record<string, ListFacts>>;
}

/** The counts of a snapshot, by locale. */
export type SiteContent = Readonly<Record<string, ContentFacts>>;

/** The counts recorded when the release was built; undefined if none were recorded. */
export function parseContent(release: Release): SiteContent | undefined {
  const content = release.content();
  return content === undefined ? undefined : JSON.parse(content);
}

/** @param snapshot the brand's `catalogue.db` */
export const readContent = (sites: readonly LocalizedSite[], snapshot: string): SiteContent =>
  Object.fromEntries(
    sites.map(({ site: { locale }, source }) => [locale.code, contentOf(source, countBooks(snapshot, locale.section))]),
  );

function contentOf(source: Source, books: number): ContentFacts {
  const genres = source.genres().map(({ id, name }) => ({ list: { kind: 'genre', id } as const, name }));
  const rankings = source
    .rankings()
    .flatMap(({ type, items }) =>
      items.map(({ id, name }) => ({ list: { kind: 'ranking', type, id } as const, name })),
    );
  const byKey = (lists: typeof genres | typeof rankings) =>
    Object.fromEntries(lists.map(({ list, name }) => [listKey(list), { name, books: source.total(list) }]));
  const shelves = source.shelves().map(({ id, name, books: shelfBooks }) => [id, { name, books: shelfBooks.length }]);
  return {
    books,
    banners: source.banners().length,
    genres: byKey(genres),
    rankings: byKey(rankings),
    shelves: Object.fromEntries(shelves),
  };
}
