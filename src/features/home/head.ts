import { taglineOf } from '#src/brand/public-brand.ts';
import { CATALOG_FORMATS } from '#src/routes/paths.ts';
import { type Head, head } from '#src/shell/head/build-head.ts';
import { feedLinks } from '#src/shell/head/feed-links.ts';
import type { HeadContext } from '#src/shell/head/head-parts.ts';
import { organizationLd, webSiteLd } from '#src/shell/head/json-ld.ts';
import type { HomeModel } from '#src/shell/page/models.ts';

export function homeHead({ site, t, path }: HeadContext, model: HomeModel): Head {
  const { brand, locale, paths } = site;
  const values = { brand: brand.appName, tagline: taglineOf(brand, locale.code) };
  return head(brand, locale, {
    title: t('seo:home-title', values),
    description: t('seo:home-description', values),
    path,
    indexed: true,
    translate: (other) => other.home(),
    feeds: model.hasFeeds
      ? [
          ...feedLinks(site, paths.feed('new'), t('seo:feed-new', values), ['rss', 'atom']),
          ...feedLinks(site, paths.feed('updated'), t('seo:feed-updated', values), ['rss', 'atom']),
          ...feedLinks(site, paths.feed('catalog'), brand.appName, CATALOG_FORMATS),
        ]
      : [],
    jsonLd: [
      webSiteLd(brand.appName, brand.origin, paths.search()),
      organizationLd(brand.appName, brand.origin, brand.origin + brand.touchIcon),
    ],
  });
}
