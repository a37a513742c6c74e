import { type Head, head } from '#src/shell/head/build-head.ts';
import { brandedTitle, type HeadContext } from '#src/shell/head/head-parts.ts';

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
