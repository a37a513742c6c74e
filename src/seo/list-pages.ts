import { taglineOf } from '#src/brand/public-brand.ts';
import type { T, TextValues } from '#src/i18n/t.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { Paths } from '#src/routes/paths.ts';
import type { AuthorModel, BookListModel, HomeModel, IndexModel } from '#src/view-models/models.ts';
import { breadcrumbTo, hubOf } from './breadcrumb.ts';
import { type Head, head } from './build-head.ts';
import { type FeedLink, feedLinks } from './feed-links.ts';
import {
  absoluteUrl,
  bookTitles,
  bookUrls,
  type HeadContext,
  listingHead,
  listOfNames,
  namedUrls,
  nameValues,
} from './head-parts.ts';
import { headingOf, indexHeadingOf, novelsPhrase, storiesPhrase } from './headings.ts';
import { collectionLd, itemListLd, organizationLd, profileLd, webSiteLd } from './json-ld.ts';
import { sharePath } from './share-link.ts';

export function homeHead({ site, t, path }: HeadContext, _model: HomeModel): Head {
  const { brand, locale, paths } = site;
  const values = { brand: brand.appName, tagline: taglineOf(brand, locale.code) };
  return head(brand, locale, {
    title: t('seo:home-title', values),
    description: t('seo:home-description', values),
    path,
    indexed: true,
    translate: (other) => other.home(),
    feeds: [
      ...feedLinks(site, paths.feed('new'), t('seo:feed-new', values), ['rss', 'atom']),
      ...feedLinks(site, paths.feed('updated'), t('seo:feed-updated', values), ['rss', 'atom']),
      ...feedLinks(site, paths.feed('catalog'), brand.appName, ['opds', 'opds2']),
    ],
    jsonLd: [
      webSiteLd(brand.appName, brand.origin, paths.search()),
      organizationLd(brand.appName, brand.origin, brand.origin + brand.touchIcon),
    ],
  });
}

export function listHead(context: HeadContext, model: BookListModel): Head {
  const { site, t, path } = context;
  const { name, trail, books, first, pagination } = model;
  const kind = textKind(model);
  const values: TextValues = {
    ...nameValues(name, site),
    // Only on the first page, so that later pages do not repeat its description.
    introduction: pagination.page === 1 ? model.introduction : '',
    books: bookTitles(context, books),
    parent: trail.at(-1)?.name ?? '',
    type: model.menu.find((entry) => entry.current)?.name ?? '',
  };
  const heading = headingOf(model, t);
  const page = { name: HEADED.has(model.kind) || name === '' ? heading : name, href: path };
  const names = { name, type: String(values['type']), parent: String(values['parent']) };
  const titled = (fitted: TextValues) => t(`seo:${kind}-title`, withPhrases({ ...values, ...fitted }, t));
  return listingHead(context, titled, names, pagination, {
    description: t(`seo:${kind}-description`, withPhrases(values, t)),
    breadcrumb: breadcrumbTo(context, [...hubOf(model.kind, site.paths, t), ...trail], page),
    feeds: rankingFeeds(context, model),
    share: sharePath(site, books),
    // A filtered list names the list itself as canonical, and nothing of its own.
    ...(books.length === 0
      ? { indexed: false }
      : model.filters?.clearHref
        ? {}
        : { jsonLd: [collectionLd({ name: heading, url: absoluteUrl(site, path) }, bookUrls(context, books), first)] }),
  });
}

/** Adds the name as a phrase that contains "novels" or "stories" once. */
function withPhrases(values: TextValues, t: T): TextValues {
  const name = String(values['name'] ?? '');
  return { ...values, novels: novelsPhrase(name, t), stories: storiesPhrase(name, t) };
}

/** The feed of a ranking, named by its first page. */
function rankingFeeds({ site, t, path }: HeadContext, { kind, name, menu, pagination }: BookListModel): FeedLink[] {
  const { type, id } = (kind === 'ranking' && parsePath(path, site.brand.locales)?.params) || {};
  if (type === undefined || id === undefined || pagination.page > 1) return [];
  const values = { brand: site.brand.appName, name, type: menu.find((entry) => entry.current)?.name ?? '' };
  return feedLinks(site, site.paths.rankingFeed(type, Number(id)), t('seo:feed-ranking', values));
}

/** Kinds whose names say little without their heading: "Week", "A". */
const HEADED: ReadonlySet<BookListModel['kind']> = new Set(['ranking', 'letter']);

type TextKind = BookListModel['kind'] | 'category-part' | 'letter-other' | 'ranking-empty';

/** The kind of texts that describe the list correctly. */
function textKind({ kind, name, trail, books }: BookListModel): TextKind {
  if (kind === 'ranking' && books.length === 0) return 'ranking-empty';
  if (kind === 'category' && trail.length > 0) return 'category-part';
  return kind === 'letter' && name === '#' ? 'letter-other' : kind;
}

const NAMED_ENTRIES = 6;

export function indexHead(context: HeadContext, model: IndexModel): Head {
  const { site, t, path } = context;
  const { kind, trail, pagination } = model;
  const names = model.groups.flatMap(({ name, links }) => (name === '' ? links.map((link) => link.name) : [name]));
  const values = { ...nameValues(model.name, site), names: listOfNames(context, names, NAMED_ENTRIES) };
  const heading = indexHeadingOf(model, t);
  const groups = model.groups.flatMap(({ name, href }) => (href === null ? [] : [{ name, href }]));
  const titled = (names: TextValues) => t(`seo:${kind}-title`, withPhrases({ ...values, ...names }, t));
  return listingHead(context, titled, { name: model.name }, pagination, {
    description: t(names.length === 0 ? 'seo:empty-description' : `seo:${kind}-description`, withPhrases(values, t)),
    breadcrumb: breadcrumbTo(context, [...hubOf(kind, site.paths, t), ...trail], { name: heading, href: path }),
    jsonLd: [collectionLd({ name: heading, url: absoluteUrl(site, path) }, namedUrls(context, groups), 1)],
    // What stands on it stands on the pages of genres and tags too.
    ...(kind === 'allTags' ? { indexed: false } : {}),
    ...((pagination?.page ?? 1) === 1 ? alternatesOf(kind) : {}),
  });
}

/** Index pages exist in every locale; the pages they link to do not. */
function alternatesOf(kind: IndexModel['kind']): { translate?: (paths: Paths) => string } {
  return kind === 'allTags' ? {} : { translate: (paths) => paths[kind]() };
}

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
