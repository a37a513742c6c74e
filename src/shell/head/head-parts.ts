import { listFormat } from '#src/i18n/formats.ts';
import type { T, TextValues } from '#src/i18n/t.ts';
import type { BookCard, NovelModel, Pagination } from '../page/models.ts';
import type { Site } from '../page/view.ts';
import { type Head, type HeadInput, head } from './build-head.ts';
import type { NamedUrl } from './json-ld.ts';

/** The input of every head besides the page's model. */
export interface HeadContext {
  readonly site: Site;
  readonly t: T;
  /** Canonical path. */
  readonly path: string;
}

const NAMED_BOOKS = 3;

/** Search results truncate longer titles. In user-perceived characters. */
const TITLE_LENGTH = 60;

/** The title followed by the brand, if both fit. */
export const brandedTitle = (context: HeadContext, title: string): string =>
  firstThatFits([withBrand(context, title), title]);

/** The same for a title that only names the page: appends the "best" label (docs/product.md, section 2). */
export function bestTitle(context: HeadContext, title: string): string {
  const best = context.t('seo:best', { title });
  return firstThatFits([withBrand(context, best), best]);
}

const withBrand = ({ site, t }: HeadContext, title: string) => t('seo:branded', { title, brand: site.brand.appName });

/** The first title of at most 60 characters, or else the last one. */
const firstThatFits = (titles: readonly string[]): string => titles.find(fitsTitle) ?? titles.at(-1) ?? '';

const lengthOf = (text: string) => [...text].length;
/** Whether search results show the whole title. */
export const fitsTitle = (title: string): boolean => lengthOf(title) <= TITLE_LENGTH;

/** Names in a title, in the order in which they are cut if it is too long. */
type Names = Readonly<Record<string, string>>;

/** Minimum length of a cut name in characters, so that it remains distinguishable. */
const SHORTEST_NAME = 12;

/** The title with its names; if it is too long, they are cut at word ends, one after the other. */
export function fittedTitle(title: (names: Names) => string, names: Names): string {
  let fitted = names;
  for (const [name, text] of Object.entries(names)) {
    const over = lengthOf(title(fitted)) - TITLE_LENGTH;
    if (over <= 0) break;
    fitted = { ...fitted, [name]: cutName(text, Math.max(lengthOf(text) - over, SHORTEST_NAME)) };
  }
  return title(fitted);
}

/** At most `most` characters of a name, cut at a word end if it has several words, with an ellipsis. */
function cutName(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const cut = letters.slice(0, most - 1).join('');
  const words = letters[most - 1] === ' ' ? cut : cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)) || cut;
  return `${words.replace(/[\s,;:.\u2013\u2014-]+$/, '')}…`;
}

/** A title with its page number, from the second page on. */
export const numberedTitle = (t: T, title: string, page: number): string =>
  page > 1 ? t('seo:page', { title, page }) : title;

export const nameValues = (name: string, site: Site): TextValues => ({ name, brand: site.brand.appName });

/** The first `count` names as a list in the page's language, with "more" at the end where there are more. */
export function listOfNames(
  { site, t }: Pick<HeadContext, 'site' | 't'>,
  names: readonly string[],
  count: number,
): string {
  const shown = names.length > count ? [...names.slice(0, count), t('seo:more')] : names;
  return listFormat(site.locale).format(shown);
}

export const bookTitles = (context: HeadContext, books: readonly BookCard[]): string =>
  listOfNames(
    context,
    books.map((book) => book.title),
    NAMED_BOOKS,
  );

/** Links to pages in structured data. */
export const namedUrls = (
  { site }: Pick<HeadContext, 'site'>,
  pages: readonly { readonly name: string; readonly href: string }[],
): NamedUrl[] => pages.map(({ name, href }) => ({ name, url: absoluteUrl(site, href) }));

export const bookUrls = (context: Pick<HeadContext, 'site'>, books: readonly BookCard[]): NamedUrl[] =>
  namedUrls(
    context,
    books.map(({ title, href }) => ({ name: title, href })),
  );

/** Addresses of other sites stay as they are. */
export const absoluteUrl = ({ brand }: Site, address: string): string =>
  address.startsWith('/') ? brand.origin + address : address;

/**
 * The head of a paged listing: title with page number and brand.
 * @param title made of the names, which may have been cut
 */
export function listingHead(
  context: HeadContext,
  title: (names: Names) => string,
  names: Names,
  pagination: Pagination | null,
  input: Pick<HeadInput, 'description' | 'breadcrumb' | 'jsonLd' | 'translate' | 'feeds' | 'share'> & {
    readonly indexed?: boolean;
  },
): Head {
  const { site, t, path } = context;
  const page = pagination?.page ?? 1;
  return head(site.brand, site.locale, {
    indexed: true,
    ...input,
    title: brandedTitle(
      context,
      fittedTitle((fitted) => numberedTitle(t, title(fitted), page), names),
    ),
    path,
  });
}

/** Structured data names a thing by its canonical page. */
export const canonicalUrl = ({ brand }: Site, owner: string | null, path: string) => (owner ?? brand.origin) + path;

export const pictureOf = (site: Site, { cover }: Pick<NovelModel['book'], 'cover'>) =>
  cover === null ? undefined : absoluteUrl(site, cover.url);
