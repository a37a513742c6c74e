import { listFormat } from '#src/i18n/formats.ts';
import type { T, TextValues } from '#src/i18n/t.ts';
import type { BookCard, LinkModel, Pagination, Trail } from '#src/view-models/models.ts';
import type { Site } from '#src/view-models/view.ts';
import { type Head, type HeadInput, head } from './head.ts';
import { breadcrumbs, itemList, type JsonLd } from './json-ld.ts';

/** What every page's head is made with: where it stands, its texts and its canonical path. */
export interface HeadContext {
  readonly site: Site;
  readonly t: T;
  /** Canonical path. */
  readonly path: string;
}

const NAMED_BOOKS = 3;

export const brandedTitle = ({ site, t }: HeadContext, title: string): string =>
  t('seo:branded', { title, brand: site.brand.appName });

/** A title with its page number, from the second page on. */
export const numberedTitle = (t: T, title: string, page: number): string =>
  page > 1 ? t('seo:page', { title, page }) : title;

export const nameValues = (name: string, site: Site): TextValues => ({ name, brand: site.brand.appName });

/** The first `most` names, and whether there are more, as the language lists things. */
export function listOfNames(
  { site, t }: Pick<HeadContext, 'site' | 't'>,
  names: readonly string[],
  most: number,
): string {
  const shown = names.length > most ? [...names.slice(0, most), t('seo:more')] : names;
  return listFormat(site.locale).format(shown);
}

export const bookTitles = (context: HeadContext, books: readonly BookCard[]): string =>
  listOfNames(
    context,
    books.map((book) => book.title),
    NAMED_BOOKS,
  );

/** The way from the home page to `page`. */
export function breadcrumbsLd({ site, t }: HeadContext, trail: Trail, page: LinkModel): JsonLd {
  const steps = [{ name: t('common:home'), href: site.paths.home() }, ...trail, page];
  return breadcrumbs(steps.map(({ name, href }) => ({ name, url: site.brand.origin + href })));
}

export const booksLd = ({ site }: HeadContext, books: readonly BookCard[], first: number): JsonLd =>
  itemList(
    books.map(({ title, href }) => ({ title, url: site.brand.origin + href })),
    first,
  );

/** The head of a listing: title with its page number and the brand, prev and next. */
export function listingHead(
  context: HeadContext,
  title: string,
  pagination: Pagination | null,
  input: Pick<HeadInput, 'description' | 'jsonLd' | 'translate'> & { readonly indexed?: boolean },
): Head {
  const { site, t, path } = context;
  return head(site.brand, site.locale, {
    indexed: true,
    ...input,
    title: brandedTitle(context, numberedTitle(t, title, pagination?.page ?? 1)),
    path,
    previous: pagination?.previous ?? null,
    next: pagination?.next ?? null,
  });
}
