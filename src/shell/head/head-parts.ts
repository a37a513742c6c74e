import { listFormat } from '#src/i18n/formats.ts';
import type { T, TextValues } from '#src/i18n/t.ts';
import { isolate } from '#src/lib/book-text.ts';
import { textDirection } from '#src/lib/text-direction.ts';
import type { BookCard, NovelModel, Pagination } from '../page/models.ts';
import type { Site } from '../page/view.ts';
import { type Head, type HeadInput, head } from './build-head.ts';
import type { NamedUrl } from './json-ld.ts';

/** The input that every head needs in addition to the page's model. */
export interface HeadContext {
  readonly site: Site;
  readonly t: T;
  /** Canonical path. */
  readonly path: string;
}

const NAMED_BOOKS = 3;

/** Search engines truncate longer titles. */
const MAX_TITLE_CHARACTERS = 60;

/** The title, followed by the brand's name if both fit into MAX_TITLE_CHARACTERS. */
export const brandedTitle = (context: HeadContext, title: string): string =>
  firstThatFits([withBrand(context, title), title]);

/** Adds the "best" label to a title that lacks it, and the brand's name if both fit (docs/product.md, section 2). */
export function bestTitle(context: HeadContext, title: string): string {
  const best = context.t('seo:best', { title });
  return firstThatFits([withBrand(context, best), best]);
}

const withBrand = ({ site, t }: HeadContext, title: string) => t('seo:branded', { title, brand: site.brand.appName });

/** The first title that fits, or else the last title. */
const firstThatFits = (titles: readonly string[]): string => titles.find(fitsTitle) ?? titles.at(-1) ?? '';

const lengthOf = (text: string) => [...text].length;
/** Whether a title is short enough to be shown in full in search results. */
export const fitsTitle = (title: string): boolean => lengthOf(title) <= MAX_TITLE_CHARACTERS;

/** The names that a title contains, by placeholder. If the title is too long, they are truncated in this order. */
type Names = Readonly<Record<string, string>>;

/** Names are not truncated below this length, so that similar names can still be told apart. */
const MIN_NAME_CHARACTERS = 12;

/**
 * Builds a title from its names. If it is too long, truncates the names at word ends, one after the other, until the
 * title fits.
 */
export function fittedTitle(title: (names: Names) => string, names: Names): string {
  let fitted = names;
  for (const [name, text] of Object.entries(names)) {
    const over = lengthOf(title(fitted)) - MAX_TITLE_CHARACTERS;
    if (over <= 0) break;
    fitted = { ...fitted, [name]: truncateName(text, Math.max(lengthOf(text) - over, MIN_NAME_CHARACTERS)) };
  }
  return title(fitted);
}

/**
 * Truncates a name to at most `max` characters, including the ellipsis. A name of several words is cut at a word end.
 */
function truncateName(name: string, max: number): string {
  const letters = [...name];
  if (letters.length <= max) return name;
  const cut = letters.slice(0, max - 1).join('');
  const words = letters[max - 1] === ' ' ? cut : cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)) || cut;
  return `${words.replace(/[\s,;:.\u2013\u2014-]+$/, '')}…`;
}

/** Adds the page number to a title, except on the first page. */
export const numberedTitle = (t: T, title: string, page: number): string =>
  page > 1 ? t('seo:page', { title, page }) : title;

export const nameValues = (name: string, site: Site): TextValues => ({ name, brand: site.brand.appName });

/** The first `count` names as a list in the page's language, ending with "more" if there are more. */
export function listOfNames(
  { site, t }: Pick<HeadContext, 'site' | 't'>,
  names: readonly string[],
  count: number,
): string {
  const direction = textDirection(site.locale.tag);
  const isolated = names.slice(0, count).map((name) => isolate(name, direction));
  return listFormat(site.locale).format(names.length > count ? [...isolated, t('seo:more')] : isolated);
}

export const bookTitles = (context: HeadContext, books: readonly BookCard[]): string =>
  listOfNames(
    context,
    books.map((book) => book.title),
    NAMED_BOOKS,
  );

/** The entries of structured data that link to these pages. */
export const namedUrls = (
  { site }: Pick<HeadContext, 'site'>,
  pages: readonly { readonly name: string; readonly href: string }[],
): NamedUrl[] => pages.map(({ name, href }) => ({ name, url: absoluteUrl(site, href) }));

export const bookUrls = (context: Pick<HeadContext, 'site'>, books: readonly BookCard[]): NamedUrl[] =>
  namedUrls(
    context,
    books.map(({ title, href }) => ({ name: title, href })),
  );

/** Adds the brand's origin to a path. Absolute addresses are unchanged. */
export const absoluteUrl = ({ brand }: Site, address: string): string =>
  address.startsWith('/') ? brand.origin + address : address;

/**
 * The head of a list page. Its title ends with the page number, from page 2 on, and with the brand if it fits.
 * @param title builds the title from the names, which may have been truncated
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

/** The canonical URL, by which structured data identifies an item. */
export const canonicalUrl = ({ brand }: Site, owner: string | null, path: string) => (owner ?? brand.origin) + path;

export const pictureOf = (site: Site, { cover }: Pick<NovelModel['book'], 'cover'>) =>
  cover === null ? undefined : absoluteUrl(site, cover.url);
