import type { TextKey } from '#src/i18n/keys.ts';
import type { T, TextValues } from '#src/i18n/t.ts';
import type {
  AuthorModel,
  BookCard,
  BookListModel,
  HelpModel,
  HomeModel,
  IndexModel,
  NovelModel,
  Pagination,
  ReaderModel,
  SearchModel,
  SearchMoreModel,
  ShellModel,
  Trail,
} from '#src/views/models.ts';
import type { Site } from '#src/views/view.ts';
import { type Head, type HeadInput, head } from './head.ts';
import { bookLd, breadcrumbs, chapterLd, itemList, type JsonLd, webSite } from './json-ld.ts';

/** What every page's head is made with: where it stands, its texts and its canonical path. */
export interface HeadContext {
  readonly site: Site;
  readonly t: T;
  /** Canonical path. */
  readonly path: string;
}

const NAMED_BOOKS = 3;

export function homeHead({ site, t, path }: HeadContext, _model: HomeModel): Head {
  const values = { brand: site.brand.appName, tagline: site.brand.tagline };
  return head(site.brand, site.locale, {
    title: t('seo:home-title', values),
    description: t('seo:home-description', values),
    path,
    indexed: true,
    translate: (paths) => paths.home(),
    jsonLd: [webSite(site.brand.appName, site.brand.origin, site.paths.search())],
  });
}

export function listHead(context: HeadContext, model: BookListModel): Head {
  const { site, t } = context;
  const type = model.menu.find((entry) => entry.current)?.name ?? '';
  const values = { ...named(model.name, site), introduction: model.introduction, books: titles(model.books), type };
  const books = model.books.map((book) => ({ title: book.title, url: site.brand.origin + book.href }));
  return titled(context, t(`seo:${model.kind}-title`, values), model.pagination, {
    description: t(`seo:${model.kind}-description`, values),
    jsonLd: [trailLd(site, t, model.trail, model.name, context.path), itemList(books, model.first)],
  });
}

export function indexHead(context: HeadContext, model: IndexModel): Head {
  const { site, t } = context;
  const names = model.groups.flatMap((group) =>
    group.name === '' ? group.links.map((link) => link.name) : [group.name],
  );
  const values = { ...named(model.name, site), names: names.slice(0, NAMED_BOOKS * 2).join(', ') };
  const title = t(`seo:${model.kind}-title`, values);
  return titled(context, title, model.pagination, {
    description: t(`seo:${model.kind}-description`, values),
    jsonLd: [trailLd(site, t, model.trail, title, context.path)],
  });
}

export function novelHead(context: HeadContext, model: NovelModel): Head {
  const { site, t } = context;
  const { book } = model;
  const { origin } = site.brand;
  const values = { title: book.title, author: book.author.name };
  const image = absolute(book.cover?.url, origin);
  const facts = {
    ...{ title: book.title, url: origin + model.href, description: book.introduction, image },
    author: { name: book.author.name, url: origin + model.authorHref },
    ...{ language: book.language, genre: book.category.name },
  };
  return head(site.brand, site.locale, {
    title: branded(context, t('seo:novel-title', values)),
    description: book.introduction,
    path: model.href,
    indexed: context.path === model.href,
    image,
    type: 'book',
    appPath: `/novel/${book.id}`,
    jsonLd: [trailLd(site, t, model.trail, book.title, model.href), bookLd(facts)],
  });
}

export function authorHead(context: HeadContext, model: AuthorModel): Head {
  const { site, t } = context;
  const { name, introduction } = model.author;
  return titled(context, t('seo:author-title', { name }), model.pagination, {
    description: t('seo:author-description', { ...named(name, site), introduction, books: titles(model.books) }),
    jsonLd: [trailLd(site, t, [], name, context.path)],
  });
}

export function readerHead(context: HeadContext, model: ReaderModel): Head {
  const { site, t, path } = context;
  const { book, chapter } = model;
  const { origin, appName } = site.brand;
  const values = { chapter: chapter.title, title: book.title, author: book.author.name, brand: appName };
  const facts = { title: chapter.title, number: chapter.number, url: origin + path, free: !chapter.locked };
  return head(site.brand, site.locale, {
    title: branded(context, t('seo:reader-title', values)),
    description: t('seo:reader-description', values),
    path,
    previous: model.previousHref,
    next: model.nextHref,
    indexed: model.html !== null,
    image: absolute(book.cover?.url, origin),
    type: 'article',
    appPath: `/book-reader/${book.id}/${chapter.id}`,
    jsonLd: [chapterLd(facts, { title: book.title, url: origin + model.bookHref })],
  });
}

export function searchHead(context: HeadContext, model: SearchModel | SearchMoreModel): Head {
  const { site, t, path } = context;
  const key =
    model.word === ''
      ? 'seo:search-title'
      : 'groups' in model && 'group' in model
        ? 'seo:search-more-title'
        : 'seo:search-result-title';
  return head(site.brand, site.locale, {
    title: branded(context, t(key, { word: model.word })),
    description: t('seo:search-description', { brand: site.brand.appName }),
    path,
    indexed: model.word === '',
  });
}

export function helpHead(context: HeadContext, model: HelpModel): Head {
  const { site, t, path } = context;
  const values = { inviter: model.event.inviter, title: model.book.title, brand: site.brand.appName };
  return head(site.brand, site.locale, {
    title: branded(context, t('seo:help-title', values)),
    description: t('seo:help-description', values),
    path,
    indexed: false,
    image: absolute(model.book.cover?.url, site.brand.origin),
    appPath: path,
  });
}

export function shellHead(context: HeadContext, model: ShellModel): Head {
  const { site, t, path } = context;
  const isError = model.kind === 'notFound' || model.kind === 'badRequest' || model.kind === 'fault';
  const key = (model.child === null ? `seo:${model.kind}-title` : `seo:${model.child}-title`) as TextKey;
  return head(site.brand, site.locale, {
    title: branded(context, t(key)),
    description: site.brand.tagline,
    path: isError ? null : path,
    indexed: false,
  });
}

/** A listing: title with its page number and the brand, prev and next. */
function titled(
  context: HeadContext,
  title: string,
  pagination: Pagination | null,
  input: Pick<HeadInput, 'description' | 'jsonLd'>,
): Head {
  const { site, t, path } = context;
  const page = pagination?.page ?? 1;
  const numbered = page > 1 ? t('seo:page', { title, page }) : title;
  const { previous = null, next = null } = pagination ?? {};
  const { description, jsonLd = [] } = input;
  return head(site.brand, site.locale, {
    title: branded(context, numbered),
    description,
    path,
    previous,
    next,
    indexed: true,
    jsonLd,
  });
}

const branded = ({ site, t }: HeadContext, title: string) => t('seo:branded', { title, brand: site.brand.appName });
const named = (name: string, site: Site): TextValues => ({ name, brand: site.brand.appName });
const titles = (books: readonly BookCard[]) =>
  books
    .slice(0, NAMED_BOOKS)
    .map((book) => book.title)
    .join(', ');
const absolute = (url: string | undefined, origin: string) => (url?.startsWith('/') ? origin + url : url);

function trailLd(site: Site, t: T, trail: Trail, name: string, path: string): JsonLd {
  const steps = [{ name: t('common:home'), href: site.paths.home() }, ...trail, { name, href: path }];
  return breadcrumbs(steps.map((step) => ({ name: step.name, url: site.brand.origin + step.href })));
}
