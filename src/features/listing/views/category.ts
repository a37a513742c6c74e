import type { CategoryEntry } from '#src/contract/entities/listing.ts';
import { memoizePair } from '#src/lib/memoize.ts';
import { aliasOf } from '#src/routes/aliases.ts';
import { categorySlug } from '#src/routes/paths.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { Site } from '#src/shell/page/view.ts';
import { type ListPage, listView } from './book-list.ts';

/** The pages of categories and subcategories. */
export const categoryView = listView(
  'category',
  (source, site) => entriesOf(source, site).values(),
  ({ name = '', sub }, source, site) => {
    const entry = entriesOf(source, site).get(slugsOf(name, sub));
    return entry && { entry, context: contextOf(entry.list, source.categories(), site) };
  },
);

const slugsOf = (name: string, sub: string | null | undefined) =>
  sub === null || sub === undefined ? categorySlug(name) : `${categorySlug(name)}/${categorySlug(sub)}`;

/** The categories by slug, in menu order. If two categories have the same slug, the first wins. */
const entriesOf = memoizePair((source: Source, site: Site) => {
  const bySlug = new Map<string, CategoryPage>();
  for (const entry of entries(source, site)) {
    const slugs = slugsOf(entry.list.name, entry.list.sub);
    if (!bySlug.has(slugs)) bySlug.set(slugs, entry);
  }
  return bySlug;
});

/** The links around the books: breadcrumb, subcategories and other categories. */
export function contextOf(
  { name, sub }: Pick<CategoryPage['list'], 'name' | 'sub'>,
  categories: readonly CategoryEntry[],
  { paths }: Site,
) {
  const parts = categories.find((category) => category.name === name)?.subs ?? [];
  return {
    trail: sub === null ? [] : [{ name, href: paths.category(name) }],
    siblings: parts.map((part) => ({ name: part, href: paths.category(name, part), current: part === sub })),
    menu: categories.map((other) => ({
      name: other.name,
      href: paths.category(other.name),
      current: other.name === name,
    })),
  };
}

type CategoryPage = ListPage & {
  readonly list: { readonly kind: 'category'; readonly name: string; readonly sub: string | null };
};

export const sameSlug = (name: string, requested: string | undefined) =>
  requested !== undefined && categorySlug(name) === categorySlug(requested);

/**
 * Every category and subcategory. If several subcategories share a name, only the first gets the bare name as an alias. A
 * path that may be a category or a subcategory is looked up as a category first (routes/parse.ts).
 */
function* entries(source: Source, site: Site): Iterable<CategoryPage> {
  const usedSlugs = new Set<string>();
  for (const { name, subs } of source.categories()) {
    yield page(site, name, null, [aliasOf.category(name)]);
    for (const sub of subs) {
      const bareAlias = usedSlugs.has(categorySlug(sub)) ? [] : [aliasOf.subAlone(sub)];
      usedSlugs.add(categorySlug(sub));
      yield page(site, name, sub, [aliasOf.subCategory(name, sub), ...bareAlias]);
    }
  }
}

const page = (site: Site, name: string, sub: string | null, aliases: string[]): CategoryPage => ({
  list: { kind: 'category', name, sub },
  name: sub ?? name,
  href: (number) => site.paths.category(name, sub, number),
  params: sub === null ? { name } : { name, sub },
  aliases,
});
