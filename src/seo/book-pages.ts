import type { TextValues } from '#src/i18n/t.ts';
import type { HelpModel, NovelModel, ReaderModel } from '#src/view-models/models.ts';
import { type Head, head } from './build-head.ts';
import { bestTitle, brandedTitle, breadcrumbsLd, fitsTitle, fittedTitle, type HeadContext } from './head-parts.ts';
import { bookLd, chapterLd, type JsonLd } from './json-ld.ts';

export function novelHead(context: HeadContext, model: NovelModel): Head {
  const { site, t, path } = context;
  const { book, href } = model;
  const values = { title: book.title, author: book.author.name, brand: site.brand.appName };
  const isCanonical = path === href;
  return head(site.brand, site.locale, {
    title: isCanonical ? novelTitle(context, book) : bestTitle(context, t('seo:active-title', values)),
    description: book.introduction.trim() || t('seo:novel-description', values),
    path: href,
    indexed: true,
    image: book.cover?.url,
    type: 'book',
    appPath: `/novel/${book.id}`,
    jsonLd: [breadcrumbsLd(context, model.trail, { name: book.title, href }), novelLd(context, model)],
  });
}

/** Title and author; the title alone, and cut, where both are too long. */
function novelTitle(context: HeadContext, { title, author }: NovelModel['book']): string {
  const { t } = context;
  const whole = t('seo:novel-title', { title, author: author.name });
  const alone = fittedTitle((names) => t('seo:best', names), { title });
  return brandedTitle(context, fitsTitle(whole) ? whole : alone);
}

function novelLd({ site }: HeadContext, { book, href, authorHref }: NovelModel): JsonLd {
  const { origin } = site.brand;
  const image = book.cover?.url;
  return bookLd({
    title: book.title,
    url: origin + href,
    author: { name: book.author.name, url: origin + authorHref },
    description: book.introduction,
    image: image?.startsWith('/') ? origin + image : image,
    language: book.language,
    genre: book.category.name,
  });
}

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
    previous: model.previousHref,
    next: model.nextHref,
    indexed: html !== null,
    image: book.cover?.url,
    type: 'article',
    appPath: `/book-reader/${book.id}/${chapter.id}`,
    jsonLd: readerLd(context, model),
  });
}

/** The number tells chapters apart, so their titles are cut before the book's. */
function readerTitle(context: HeadContext, values: TextValues & { chapter: string; title: string }): string {
  const { t } = context;
  const best = (names: TextValues) => t('seo:best', { title: t('seo:reader-title', { ...values, ...names }) });
  return brandedTitle(context, fittedTitle(best, { chapter: values.chapter, title: values.title }));
}

function readerLd(context: HeadContext, { book, bookHref, chapter, html }: ReaderModel): JsonLd[] {
  const { site, path } = context;
  const { name } = book.category;
  const trail = [
    { name, href: site.paths.category(name) },
    { name: book.title, href: bookHref },
  ];
  const free = html !== null && !chapter.locked;
  const facts = { title: chapter.title, number: chapter.number, url: site.brand.origin + path, free };
  return [
    breadcrumbsLd(context, trail, { name: chapter.title, href: path }),
    chapterLd(facts, { title: book.title, url: site.brand.origin + bookHref }),
  ];
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
    appPath: `/invited-to-help/${book.id}/${event.id}`,
  });
}
