import type { TextValues } from '#src/i18n/t.ts';
import type { HelpModel, NovelModel, ReaderModel } from '#src/view-models/models.ts';
import type { Site } from '#src/view-models/view.ts';
import { type Breadcrumb, breadcrumbTo } from './breadcrumb.ts';
import { type Head, head } from './build-head.ts';
import { feedLinks } from './feed-links.ts';
import { absoluteUrl, bestTitle, brandedTitle, fitsTitle, fittedTitle, type HeadContext } from './head-parts.ts';
import { bookLd, chapterLd, type JsonLd } from './json-ld.ts';
import { sharePath } from './share-link.ts';

export function novelHead(context: HeadContext, model: NovelModel): Head {
  const { site, t, path } = context;
  const { book, href } = model;
  const values = { title: book.title, author: book.author.name, brand: site.brand.appName };
  const isCanonical = path === href;
  return head(site.brand, site.locale, {
    title: isCanonical ? novelTitle(context, book) : bestTitle(context, t('seo:active-title', values)),
    description: book.introduction.trim() || t('seo:novel-description', values),
    path: href,
    owner: model.owner,
    indexed: true,
    image: book.cover?.url,
    share: sharePath(site, [book]),
    type: 'book',
    appPath: `/novel/${book.id}`,
    breadcrumb: breadcrumbTo(context, model.trail, { name: book.title, href }),
    feeds: isCanonical ? feedLinks(site, site.paths.bookFeed(book.id), book.title, ['rss', 'atom']) : [],
    jsonLd: [novelLd(site, model)],
  });
}

/** Title and author; the title alone, and cut, where both are too long. */
function novelTitle(context: HeadContext, { title, author }: NovelModel['book']): string {
  const { t } = context;
  const whole = t('seo:novel-title', { title, author: author.name });
  const alone = fittedTitle((names) => t('seo:best', names), { title });
  return brandedTitle(context, fitsTitle(whole) ? whole : alone);
}

function novelLd(site: Site, { book, href, owner, authorHref }: NovelModel): JsonLd {
  const { rating, rating_count: count = 0 } = book;
  return bookLd({
    name: book.title,
    url: canonicalUrl(site, owner, href),
    author: { name: book.author.name, url: absoluteUrl(site, authorHref) },
    description: book.introduction.trim(),
    image: pictureOf(site, book),
    language: book.language,
    genre: book.category.name,
    // As the page shows it: with one decimal.
    rating: rating === null || count === 0 ? null : { value: Math.round(rating * 10) / 10, count },
  });
}

/** Structured data names a thing by its canonical page. */
const canonicalUrl = ({ brand }: Site, owner: string | null, path: string) => (owner ?? brand.origin) + path;

const pictureOf = (site: Site, { cover }: Pick<NovelModel['book'], 'cover'>) =>
  cover === null ? undefined : absoluteUrl(site, cover.url);

export function readerHead(context: HeadContext, model: ReaderModel): Head {
  const { site, t, path } = context;
  const { book, chapter, html } = model;
  const values = {
    chapter: chapter.title,
    title: book.title,
    author: book.author.name,
    brand: site.brand.appName,
    // Chapter titles may repeat within a book; chapter numbers do not.
    number: chapter.number,
    count: model.chapterCount,
  };
  return head(site.brand, site.locale, {
    title: readerTitle(context, values),
    description: t(html === null ? 'seo:reader-app-description' : 'seo:reader-description', values),
    path,
    owner: model.owner,
    indexed: html !== null,
    image: book.cover?.url,
    share: sharePath(site, [book]),
    type: 'article',
    appPath: `/book-reader/${book.id}/${chapter.id}`,
    breadcrumb: chapterBreadcrumb(context, model),
    jsonLd: [readerLd(context, model)],
  });
}

/** The number tells chapters apart, so their titles are cut before the book's. */
function readerTitle(context: HeadContext, values: TextValues & { chapter: string; title: string }): string {
  const { t } = context;
  const best = (names: TextValues) => t('seo:best', { title: t('seo:reader-title', { ...values, ...names }) });
  return brandedTitle(context, fittedTitle(best, { chapter: values.chapter, title: values.title }));
}

function chapterBreadcrumb(context: HeadContext, { book, bookHref, chapter }: ReaderModel): Breadcrumb {
  const { name } = book.category;
  const category = { name, href: context.site.paths.category(name) };
  return breadcrumbTo(context, [category, { name: book.title, href: bookHref }], {
    name: chapter.title,
    href: context.path,
  });
}

/** The element of ReaderPage.astro that holds the beginning of a locked chapter, and all of it once it is unlocked. */
const LOCKED_PART = '.chapter-locked';

function readerLd(
  { site, path }: HeadContext,
  { book, bookHref, authorHref, owner, chapter, html }: ReaderModel,
): JsonLd {
  return chapterLd({
    name: chapter.title,
    url: canonicalUrl(site, owner, path),
    number: chapter.number,
    book: { name: book.title, url: canonicalUrl(site, owner, bookHref) },
    author: { name: book.author.name, url: absoluteUrl(site, authorHref) },
    modified: chapter.updated_at,
    language: book.language,
    image: pictureOf(site, book),
    free: html !== null && !chapter.locked,
    lockedPart: html !== null && chapter.locked ? LOCKED_PART : undefined,
  });
}

export function helpHead(context: HeadContext, { event, book }: HelpModel): Head {
  const { site, t, path } = context;
  const values = { inviter: event.inviter, title: book.title, brand: site.brand.appName };
  return head(site.brand, site.locale, {
    title: bestTitle(context, t('seo:help-title', values)),
    description: t('seo:help-description', values),
    path,
    indexed: false,
    image: book.cover?.url,
    share: sharePath(site, [book]),
    appPath: `/invited-to-help/${book.id}/${event.id}`,
  });
}
