import { breadcrumbTo } from '#src/shell/head/breadcrumb.ts';
import { type Head, head } from '#src/shell/head/build-head.ts';
import { feedLinks } from '#src/shell/head/feed-links.ts';
import {
  absoluteUrl,
  bestTitle,
  brandedTitle,
  canonicalUrl,
  fitsTitle,
  fittedTitle,
  type HeadContext,
  pictureOf,
} from '#src/shell/head/head-parts.ts';
import { bookLd, type JsonLd } from '#src/shell/head/json-ld.ts';
import { sharePath } from '#src/shell/head/share-link.ts';
import type { NovelModel } from '#src/shell/page/models.ts';
import type { Site } from '#src/shell/page/view.ts';

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
    editions: isCanonical ? model.editions.filter(({ isAlternate }) => isAlternate) : [],
    indexed: true,
    image: book.cover?.url,
    share: sharePath(site, [book]),
    type: 'book',
    appPath: `/novel/${book.id}`,
    breadcrumb: breadcrumbTo(context, model.trail, { name: book.title, language: book.language, href }),
    feeds: isCanonical ? feedLinks(site, site.paths.bookFeed(book.id), book.title, ['rss', 'atom']) : [],
    jsonLd: [novelLd(site, model)],
  });
}

/** A title with the book's title and author. If this is too long, only the book's title, truncated. */
function novelTitle(context: HeadContext, { title, author }: NovelModel['book']): string {
  const { t } = context;
  const withAuthor = t('seo:novel-title', { title, author: author.name });
  const titleOnly = fittedTitle((names) => t('seo:best', names), { title });
  return brandedTitle(context, fitsTitle(withAuthor) ? withAuthor : titleOnly);
}

function novelLd(site: Site, { book, href, owner, authorHref, editions }: NovelModel): JsonLd {
  const { rating, rating_count: count = 0 } = book;
  return bookLd({
    name: book.title,
    url: canonicalUrl(site, owner, href),
    author: { name: book.author.name, url: absoluteUrl(site, authorHref) },
    description: book.introduction.trim(),
    image: pictureOf(site, book),
    language: book.language,
    genre: book.category.name,
    alternateNames: book.alternative_titles ?? [],
    original: book.original ?? null,
    editions: editions.map(({ title, language, href: path }) => ({
      name: title,
      language,
      url: absoluteUrl(site, path),
    })),
    // The rating is rounded to one decimal, as on the page.
    rating: rating === null || count === 0 ? null : { value: Math.round(rating * 10) / 10, count },
  });
}
