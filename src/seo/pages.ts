import { taglineOf } from '#src/brand/public-brand.ts';
import { ACCOUNT_PAGES } from '#src/routes/paths.ts';
import type { SearchModel, SearchMoreModel, ShellModel } from '#src/view-models/models.ts';
import { type Head, head } from './build-head.ts';
import { bestTitle, brandedTitle, type HeadContext, numberedTitle } from './head-parts.ts';

export { helpHead, novelHead, readerHead } from './book-pages.ts';
export type { HeadContext } from './head-parts.ts';
export { authorHead, homeHead, indexHead, listHead } from './list-pages.ts';

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
    // The query makes many pages of one path. Those that are not indexed name none of them as canonical.
    path: indexed ? path : null,
    indexed,
  });

const ERRORS: readonly ShellModel['kind'][] = ['notFound', 'badRequest', 'serverError', 'offline'];
/** Pages whose own title says it all. */
const BRANDED: readonly ShellModel['kind'][] = [...ERRORS, 'login'];

/** The landing page of campaigns is not indexed; the home page is. */
export function adsHead({ site, t, path }: HeadContext): Head {
  const { brand, locale } = site;
  return head(brand, locale, {
    title: brandedTitle({ site, t, path }, t('seo:ads-title')),
    description: t('seo:ads-description', { brand: brand.appName, tagline: taglineOf(brand, locale.code) }),
    path,
    indexed: false,
    appPath: '/ads',
  });
}

export function translatorHead(context: HeadContext): Head {
  const { site, t, path } = context;
  return head(site.brand, site.locale, {
    title: brandedTitle(context, t('seo:translator-title')),
    description: t('seo:translator-description', { brand: site.brand.appName }),
    path,
    indexed: true,
    translate: (paths) => paths.translator(),
  });
}

export function shellHead(context: HeadContext, { kind, child }: Pick<ShellModel, 'kind' | 'child'>): Head {
  const { site, t, path } = context;
  const named = ACCOUNT_PAGES.find((page) => page === child) ?? kind;
  return head(site.brand, site.locale, {
    title: (BRANDED.includes(kind) ? brandedTitle : bestTitle)(context, t(`seo:${named}-title`)),
    description: taglineOf(site.brand, site.locale.code),
    path: ERRORS.includes(kind) ? null : path,
    indexed: false,
  });
}
