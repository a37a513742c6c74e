import { taglineOf } from '#src/brand/public-brand.ts';
import { type Head, head } from '#src/shell/head/build-head.ts';
import { brandedTitle, type HeadContext } from '#src/shell/head/head-parts.ts';

/** The head of the landing page of campaigns. Search engines do not index this page, only the home page. */
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
