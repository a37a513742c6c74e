import * as v from 'valibot';
import { LOCALE_CODES, type LocaleCode } from '#src/contract/locales.ts';

const MAX_PAGES = 40;
const MAX_TEXT_CHARACTERS = 50_000;
/** All pages together, because every release and every version of the settings contains them. */
const MAX_TOTAL_CHARACTERS = 500_000;

const PageText = v.strictObject({
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  /** For search engines; default: the first paragraph. */
  description: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
  /** Markdown. */
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_TEXT_CHARACTERS)),
});
export type PageText = v.InferOutput<typeof PageText>;

const BrandPage = v.strictObject({
  /** Last segment of the address, `/pages/{slug}`. */
  slug: v.pipe(
    v.string(),
    v.maxLength(40),
    v.regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'must be lower-case letters and digits with hyphens between them, such as "about-us"',
    ),
  ),
  texts: v.pipe(
    v.record(v.picklist(LOCALE_CODES), PageText),
    v.check((texts) => Object.keys(texts).length > 0, 'must contain a text in at least one language'),
  ),
});
export type BrandPage = v.InferOutput<typeof BrandPage>;

/** Matches a link to a page in Markdown: `](/pages/about)` or `](/es/pages/about)`. */
const PAGE_LINK = /\]\(\s*<?\/(?:[a-z]{2}\/)?pages\/([^)\s>#?]+)/g;

/** The pages that a brand has written, in the order of the footer. */
export const BrandPages = v.pipe(
  v.array(BrandPage),
  v.maxLength(MAX_PAGES, `must contain at most ${MAX_PAGES} pages`),
  v.check(
    (pages) => pages.flatMap(textsOf).reduce((sum, { text }) => sum + text.length, 0) <= MAX_TOTAL_CHARACTERS,
    `must have at most ${MAX_TOTAL_CHARACTERS} characters in all texts together`,
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const pages = dataset.value;
    for (const [index, page] of pages.entries()) {
      const problem = (key: 'slug' | 'texts', message: string) =>
        addIssue({
          message,
          path: [
            { type: 'array', origin: 'value', input: pages, key: index, value: page },
            { type: 'object', origin: 'value', input: page, key, value: page[key] },
          ],
        });
      if (pages.findIndex(({ slug }) => slug === page.slug) < index) problem('slug', `"${page.slug}" is used twice`);
      for (const { text } of textsOf(page))
        for (const [, slug = ''] of text.matchAll(PAGE_LINK))
          if (!pages.some((other) => other.slug === slug))
            problem('texts', `contains a link to /pages/${slug}, which does not exist`);
    }
  }),
);

const textsOf = ({ texts }: BrandPage): PageText[] => Object.values(texts);

interface WithPages {
  readonly pages?: readonly BrandPage[] | undefined;
}

/** A page's text in a language; undefined if there is none. */
export const pageTextOf = ({ pages = [] }: WithPages, slug: string, code: LocaleCode): PageText | undefined =>
  pages.find((page) => page.slug === slug)?.texts[code];

/** Slug and title of the pages that have a text in a language, in the brand's order. */
export const pagesIn = (
  { pages = [] }: WithPages,
  code: LocaleCode,
): { readonly slug: string; readonly title: string }[] =>
  pages.flatMap(({ slug, texts }) => {
    const title = texts[code]?.title;
    return title === undefined ? [] : [{ slug, title }];
  });
