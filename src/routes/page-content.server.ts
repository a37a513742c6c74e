import { type BrandPage, pageTextOf } from '#src/brand/pages.ts';
import { safeChapterHtml } from '#src/contract/chapter/chapter-html.server.ts';
import type { Locale, LocaleCode } from '#src/contract/locales.ts';
import { createMarkdown } from '#src/lib/markdown.ts';
import { parsePath } from './parse.ts';
import { siteLink } from './site-link.ts';

/** The text of a page that the brand has written. */
export interface PageContent {
  readonly title: string;
  /** Plain text for search engines. */
  readonly description: string;
  /** Sanitised HTML. */
  readonly html: string;
}

/** The brand and language of a page. */
interface PageSite {
  readonly brand: { readonly locales: readonly LocaleCode[]; readonly pages?: readonly BrandPage[] | undefined };
  readonly locale: Pick<Locale, 'code'>;
}

const markdown = createMarkdown({ html: false, maxNesting: 40 });

/** The content of a page in the language of a site; undefined if the brand has none. */
export function pageContent(slug: string, site: PageSite): PageContent | undefined {
  const page = pageTextOf(site.brand, slug, site.locale.code);
  if (!page) return undefined;
  const tokens = markdown.parse(page.text, {});
  const start = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const first = tokens[start + 1]?.children?.map(({ type, content }) => (type === 'softbreak' ? ' ' : content));
  return {
    title: page.title,
    description: page.description ?? first?.join('') ?? page.title,
    html: safeChapterHtml(markdown.renderer.render(tokens, markdown.options, {}), {
      // Pictures from the site are omitted, because pages have no files of their own.
      mediaUrl: () => '',
      chapterHref: () => '#',
      ownHref: (href) => ownHref(href, site),
    }),
  };
}

/** Keeps links to other sites, to e-mail addresses, and to pages that exist. */
function ownHref(href: string, { brand }: PageSite): string | undefined {
  if (/^(?:https:\/\/|mailto:[^\s@]+@[^\s@]+$)/.test(href)) return href;
  if (!/^\/(?![/\\])/.test(href)) return undefined;
  const match = parsePath(href.replace(/[?#].*/s, ''), brand.locales);
  if (!match) return undefined;
  const { kind, locale, params } = match;
  return kind !== 'brandPage' || pageTextOf(brand, params['slug'] ?? '', locale) ? siteLink(href) : undefined;
}
