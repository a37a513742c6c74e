import type { TextValues } from '#src/i18n/t.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { Paths } from '#src/routes/paths.ts';
import { breadcrumbTo, hubOf } from '#src/shell/head/breadcrumb.ts';
import type { Head } from '#src/shell/head/build-head.ts';
import { type FeedLink, feedLinks } from '#src/shell/head/feed-links.ts';
import {
  absoluteUrl,
  bookTitles,
  bookUrls,
  type HeadContext,
  listingHead,
  listOfNames,
  namedUrls,
  nameValues,
} from '#src/shell/head/head-parts.ts';
import { headingOf, indexHeadingOf, withPhrases } from '#src/shell/head/headings.ts';
import { collectionLd } from '#src/shell/head/json-ld.ts';
import { sharePath } from '#src/shell/head/share-link.ts';
import type { BookListModel, IndexModel } from '#src/shell/page/models.ts';

export function listHead(context: HeadContext, model: BookListModel): Head {
  const { site, t, path } = context;
  const { name, trail, books, first, pagination } = model;
  const kind = textKind(model);
  const values: TextValues = {
    ...nameValues(name, site),
    // The introduction is shown only on the first page, so that the descriptions of later pages do not repeat it.
    introduction: pagination.page === 1 ? model.introduction : '',
    books: bookTitles(context, books),
    parent: trail.at(-1)?.name ?? '',
    type: model.menu.find((entry) => entry.current)?.name ?? '',
  };
  const heading = headingOf(model, t);
  const page = { name: KINDS_WITH_HEADING.has(model.kind) || name === '' ? heading : name, href: path };
  const names = { name, type: String(values['type']), parent: String(values['parent']) };
  const titled = (fitted: TextValues) => t(`seo:${kind}-title`, withPhrases({ ...values, ...fitted }, t));
  return listingHead(context, titled, names, pagination, {
    description: t(`seo:${kind}-description`, withPhrases(values, t)),
    breadcrumb: breadcrumbTo(context, [...hubOf(model.kind, site.paths, t), ...trail], page),
    feeds: rankingFeeds(context, model),
    share: sharePath(site, books),
    // The canonical page of a filtered list is the unfiltered list, which has the structured data.
    ...(books.length === 0
      ? { indexed: false }
      : model.filters?.clearHref
        ? {}
        : { jsonLd: [collectionLd({ name: heading, url: absoluteUrl(site, path) }, bookUrls(context, books), first)] }),
  });
}

/** Links to the feed of a ranking. Only the ranking's first page has them. */
function rankingFeeds({ site, t, path }: HeadContext, { kind, name, menu, pagination }: BookListModel): FeedLink[] {
  const { type, id } = (kind === 'ranking' && parsePath(path, site.brand.locales)?.params) || {};
  if (type === undefined || id === undefined || pagination.page > 1) return [];
  const values = { brand: site.brand.appName, name, type: menu.find((entry) => entry.current)?.name ?? '' };
  return feedLinks(site, site.paths.rankingFeed(type, Number(id)), t('seo:feed-ranking', values));
}

/** Kinds of lists whose names, such as "Week" or "A", say little without the heading. */
const KINDS_WITH_HEADING: ReadonlySet<BookListModel['kind']> = new Set(['ranking', 'letter']);

type TextKind = BookListModel['kind'] | 'category-part' | 'letter-other' | 'ranking-empty';

/** Selects the title and description texts that describe the list correctly. */
function textKind({ kind, name, trail, books }: BookListModel): TextKind {
  if (kind === 'ranking' && books.length === 0) return 'ranking-empty';
  if (kind === 'category' && trail.length > 0) return 'category-part';
  return kind === 'letter' && name === '#' ? 'letter-other' : kind;
}

const MAX_NAMED_ENTRIES = 6;

export function indexHead(context: HeadContext, model: IndexModel): Head {
  const { site, t, path } = context;
  const { kind, trail, pagination } = model;
  const names = model.groups.flatMap(({ name, links }) => (name === '' ? links.map((link) => link.name) : [name]));
  const heading = indexHeadingOf(model, t);
  const values = { ...nameValues(model.name, site), heading, names: listOfNames(context, names, MAX_NAMED_ENTRIES) };
  const groups = model.groups.flatMap(({ name, href }) => (href === null ? [] : [{ name, href }]));
  const titled = (names: TextValues) => t(`seo:${kind}-title`, withPhrases({ ...values, ...names }, t));
  return listingHead(context, titled, { name: model.name }, pagination, {
    description: t(names.length === 0 ? 'seo:empty-description' : `seo:${kind}-description`, withPhrases(values, t)),
    breadcrumb: breadcrumbTo(context, [...hubOf(kind, site.paths, t), ...trail], { name: heading, href: path }),
    jsonLd: [collectionLd({ name: heading, url: absoluteUrl(site, path) }, namedUrls(context, groups), 1)],
    // Not indexed, because the pages of genres and tags have the same content.
    ...(kind === 'allTags' ? { indexed: false } : {}),
    ...((pagination?.page ?? 1) === 1 ? alternatesOf(kind) : {}),
  });
}

/** Index pages exist in every locale, but the pages with all tags of a genre do not. */
function alternatesOf(kind: IndexModel['kind']): { translate?: (paths: Paths) => string } {
  return kind === 'allTags' ? {} : { translate: (paths) => paths[kind]() };
}
