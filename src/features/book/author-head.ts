import type { TextValues } from '#src/i18n/t.ts';
import { breadcrumbTo } from '#src/shell/head/breadcrumb.ts';
import type { Head } from '#src/shell/head/build-head.ts';
import { feedLinks } from '#src/shell/head/feed-links.ts';
import {
  absoluteUrl,
  bookTitles,
  bookUrls,
  type HeadContext,
  listingHead,
  nameValues,
} from '#src/shell/head/head-parts.ts';
import { withPhrases } from '#src/shell/head/headings.ts';
import { itemListLd, profileLd } from '#src/shell/head/json-ld.ts';
import { sharePath } from '#src/shell/head/share-link.ts';
import type { AuthorModel } from '#src/shell/page/models.ts';

export function authorHead(context: HeadContext, model: AuthorModel): Head {
  const { site, t, path } = context;
  const { author, books, first, pagination } = model;
  const introduction = pagination.page === 1 ? author.introduction : '';
  const values = { ...nameValues(author.name, site), introduction, books: bookTitles(context, books) };
  const titled = (names: TextValues) => t('seo:author-title', withPhrases({ ...values, ...names }, t));
  return listingHead(context, titled, { name: author.name }, pagination, {
    description: t(
      books.length === 0 ? 'seo:author-empty-description' : 'seo:author-description',
      withPhrases(values, t),
    ),
    breadcrumb: breadcrumbTo(context, model.trail, { name: author.name, href: path }),
    share: sharePath(site, books),
    feeds: books.length === 0 ? [] : feedLinks(site, site.paths.authorFeed(author.id), author.name),
    jsonLd: [
      profileLd({
        name: author.name,
        url: absoluteUrl(site, path),
        description: author.introduction,
        image: author.avatar === null ? undefined : absoluteUrl(site, author.avatar),
      }),
      ...(books.length === 0 ? [] : [itemListLd(bookUrls(context, books), first)]),
    ],
  });
}
