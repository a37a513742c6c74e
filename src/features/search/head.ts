import { type Head, head } from '#src/shell/head/build-head.ts';
import { bestTitle, brandedTitle, type HeadContext, numberedTitle } from '#src/shell/head/head-parts.ts';
import type { SearchModel, SearchMoreModel } from '#src/shell/page/models.ts';

export function searchHead(context: HeadContext, { word }: Pick<SearchModel, 'word'>): Head {
  const title = context.t(word === '' ? 'seo:search-title' : 'seo:search-result-title', { word });
  return searchedHead(context, brandedTitle(context, title), word === '');
}

export function searchMoreHead(context: HeadContext, model: Pick<SearchMoreModel, 'word' | 'results'>): Head {
  const { t } = context;
  const { word, results } = model;
  if (results === null) return searchedHead(context, brandedTitle(context, t('seo:search-start-title')), false);
  const title = numberedTitle(t, t('seo:search-more-title', { word }), results.pagination.page);
  return searchedHead(context, bestTitle(context, title), false);
}

const searchedHead = ({ site, t, path }: HeadContext, title: string, indexed: boolean): Head =>
  head(site.brand, site.locale, {
    title,
    description: t('seo:search-description', { brand: site.brand.appName }),
    // Only the page without a search has a canonical path, because the search words are in the query.
    path: indexed ? path : null,
    indexed,
  });
