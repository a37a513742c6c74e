import { pagesIn } from '#src/brand/pages.ts';
import type { T } from '#src/i18n/t.ts';
import type { Site } from '../page/view.ts';

/** The footer's links to the brand's own pages, terms of use and privacy policy. */
export function footerPages({ brand, locale, paths }: Site, t: T): { readonly href: string; readonly text: string }[] {
  const own = pagesIn(brand, locale.code).map(({ slug, title }) => ({
    slug,
    href: paths.brandPage(slug),
    text: title,
  }));
  const legal = [
    { slug: 'terms', href: paths.myinfo('teams_of_services'), text: t('common:terms') },
    { slug: 'privacy', href: paths.myinfo('privacyPolicy'), text: t('common:privacy') },
  ];
  return [...own, ...legal.filter(({ slug }) => !own.some((page) => page.slug === slug))];
}
