import type { TextValues } from '#src/i18n/t.ts';
import { type Breadcrumb, breadcrumbTo } from '#src/shell/head/breadcrumb.ts';
import { type Head, head } from '#src/shell/head/build-head.ts';
import {
  absoluteUrl,
  brandedTitle,
  canonicalUrl,
  fittedTitle,
  type HeadContext,
  pictureOf,
} from '#src/shell/head/head-parts.ts';
import { chapterLd, type JsonLd } from '#src/shell/head/json-ld.ts';
import { sharePath } from '#src/shell/head/share-link.ts';
import type { ReaderModel } from '#src/shell/page/models.ts';

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
    editions: html === null ? [] : model.editions.filter(({ isAlternate }) => isAlternate),
    indexed: html !== null,
    image: book.cover?.url,
    share: sharePath(site, [book]),
    type: 'article',
    appPath: `/book-reader/${book.id}/${chapter.id}`,
    breadcrumb: chapterBreadcrumb(context, model),
    jsonLd: [readerLd(context, model)],
  });
}

/**
 * The page's title. If it is too long, first the chapter's title is truncated and then the book's title, because the
 * number already distinguishes the chapters.
 */
function readerTitle(context: HeadContext, values: TextValues & { chapter: string; title: string }): string {
  const { t } = context;
  const best = (names: TextValues) => t('seo:best', { title: t('seo:reader-title', { ...values, ...names }) });
  return brandedTitle(context, fittedTitle(best, { chapter: values.chapter, title: values.title }));
}

function chapterBreadcrumb(context: HeadContext, { book, bookHref, chapter }: ReaderModel): Breadcrumb {
  const { name } = book.category;
  const category = { name, href: context.site.paths.category(name) };
  return breadcrumbTo(context, [category, { name: book.title, language: book.language, href: bookHref }], {
    name: chapter.title,
    language: book.language,
    href: context.path,
  });
}

/**
 * Selector of the element in ReaderPage.astro that contains the free preview of a locked chapter or, after unlocking,
 * its whole text.
 */
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
