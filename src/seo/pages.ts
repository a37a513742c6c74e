import { taglineOf } from '#src/brand/public-brand.ts';
import { ACCOUNT_PAGES } from '#src/routes/paths.ts';
import type { SearchModel, SearchMoreModel, ShellModel } from '#src/view-models/models.ts';
import { type Head, head } from './head.ts';
import { brandedTitle, type HeadContext, numberedTitle } from './page-head.ts';

export { helpHead, novelHead, readerHead } from './book-pages.ts';
export { authorHead, homeHead, indexHead, listHead } from './list-pages.ts';
export type { HeadContext } from './page-head.ts';

type Searched = Pick<SearchModel, 'word'> | Pick<SearchMoreModel, 'word' | 'pagination'>;

export function searchHead(context: HeadContext, model: Searched): Head {
  const { site, t, path } = context;
  const page = 'pagination' in model ? model.pagination.page : 1;
  const key = 'pagination' in model ? 'seo:search-more-title' : 'seo:search-result-title';
  const title = t(model.word === '' ? 'seo:search-title' : key, { word: model.word });
  return head(site.brand, site.locale, {
    title: brandedTitle(context, numberedTitle(t, title, page)),
    description: t('seo:search-description', { brand: site.brand.appName }),
    path,
    indexed: model.word === '',
  });
}

const ERRORS: readonly ShellModel['kind'][] = ['notFound', 'badRequest', 'fault', 'offline'];

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
    title: brandedTitle(context, t(`seo:${named}-title`)),
    description: taglineOf(site.brand, site.locale.code),
    path: ERRORS.includes(kind) ? null : path,
    indexed: false,
  });
}
