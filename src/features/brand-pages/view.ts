import { pagesIn, pageTextOf } from '#src/brand/pages.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { type PageContent, pageContent } from '#src/routes/page-content.server.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { EditionLink } from '#src/shell/page/editions.ts';
import type { PrerenderedView, Site } from '#src/shell/page/view.ts';

export interface BrandPageModel extends PageContent {
  readonly slug: string;
  /** The same page in the brand's other languages. */
  readonly editions: readonly EditionLink[];
}

/** The pages that a brand has written, such as "About us". */
export const brandPageView: PrerenderedView<BrandPageModel> = {
  kind: 'brandPage',
  paths: (_source, { brand, locale, paths }) =>
    pagesIn(brand, locale.code).map(({ slug }) => ({
      kind: 'brandPage',
      path: paths.brandPage(slug),
      params: { slug },
      page: 1,
      aliases: [],
    })),
  load({ params: { slug = '' } }, _source, site) {
    const content = pageContent(slug, site);
    if (!content) return { status: 'missing' };
    return { status: 'ok', model: { ...content, slug, editions: editionsOf(slug, site) } };
  },
};

const editionsOf = (slug: string, { brand, locale }: Site): EditionLink[] =>
  brand.locales.flatMap((code) => {
    const page = code === locale.code ? undefined : pageTextOf(brand, slug, code);
    if (!page) return [];
    const { tag: language } = LOCALES[code];
    return [{ code, title: page.title, language, href: createPaths(code).brandPage(slug), isAlternate: true }];
  });
