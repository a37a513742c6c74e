import type { T } from '#src/i18n/t.ts';
import type { Paths } from '#src/routes/paths.ts';
import type { BookListModel, IndexModel, LinkModel, Trail } from '../page/models.ts';
import type { Site } from '../page/view.ts';

/**
 * Links from the home page to the current page, including both. Used by the visible breadcrumb and the structured data.
 */
export type Breadcrumb = readonly LinkModel[];

/** The breadcrumb of a page. @param trail the links between the home page and the page */
export const breadcrumbTo = (
  { site, t }: { readonly site: Site; readonly t: T },
  trail: Trail,
  page: LinkModel,
): Breadcrumb => [{ name: t('common:home'), href: site.paths.home() }, ...trail, page];

/** The index page that a list belongs to, such as `/tags` for a tag; empty for these index pages themselves. */
export function hubOf(kind: BookListModel['kind'] | IndexModel['kind'], paths: Paths, t: T): Trail {
  switch (kind) {
    case 'genre':
    case 'category':
      return [{ name: t('common:genres'), href: paths.genres() }];
    case 'tag':
    case 'allTags':
      return [{ name: t('common:tags'), href: paths.tags() }];
    case 'letter':
      return [{ name: t('common:hot-novels'), href: paths.hotnovels() }];
    case 'keyword':
      return [{ name: t('common:keywords'), href: paths.keywords() }];
    default:
      return [];
  }
}
