import { DEFAULT_HOME_ORDER } from '#src/brand/navigation.ts';
import type { Banner, Target } from '#src/contract/entities/listing.ts';
import { hasBooks } from '#src/features/listing/views/book-list.ts';
import { defaultRanking } from '#src/features/listing/views/ranking.ts';
import { bookCard, mediaUrl, tagLink } from '#src/shell/page/book-card.ts';
import type { BannerModel, HomeModel, ShelfModel } from '#src/shell/page/models.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { PrerenderedView, Site } from '#src/shell/page/view.ts';
import { computedShelves } from './computed-shelves.ts';
import { shelfStyles } from './shelf-styles.ts';

const RANKING_TEASER_BOOKS = 10;
const MAX_CLOUD_LINKS = 20;
/** Minimum number of books on a shelf that is computed from readers. */
const MIN_LIVING_BOOKS = 4;

/** The home page: banners, shelves, the first books of the default ranking, and links to genres, tags and keywords. */
export const homeView: PrerenderedView<HomeModel> = {
  kind: 'home',
  paths: (_source, site) => [{ kind: 'home', path: site.paths.home(), params: {}, page: 1, aliases: [] }],
  load: (_ref, source, site) => ({
    status: 'ok',
    model: {
      hasFeeds: source.newestBooks(1).length > 0,
      banners: source.banners().map((banner) => bannerModel(banner, site)),
      ...orderedShelves(source, site),
      ranking: rankingTeaser(source, site),
      genres: source
        .genres()
        .filter((genre) => hasBooks({ kind: 'genre', id: genre.id }, source))
        .map((genre) => ({ name: genre.name, href: site.paths.genre(genre) })),
      tags: source
        .tags()
        .filter((tag) => hasBooks({ kind: 'tag', id: tag.id }, source))
        .slice(0, MAX_CLOUD_LINKS)
        .map((tag) => tagLink(tag, site)),
      keywords: source
        .keywords(1, MAX_CLOUD_LINKS)
        .items.map((keyword) => ({ name: keyword.name, href: site.paths.keyword(keyword) })),
    },
  }),
};

/** The order of the page, in which `shelf` stands for one shelf each, and the shelves that it shows. */
function orderedShelves(source: Source, site: Site): Pick<HomeModel, 'shelves' | 'order'> {
  const sectionIds = new Set(source.sections().map((section) => section.id));
  const editorial = source
    .shelves()
    .filter(({ books }) => books.length > 0)
    .map(
      (shelf): ShelfModel => ({
        name: shelf.name,
        style: shelf.style,
        href: sectionIds.has(shelf.id) ? site.paths.section(shelf) : null,
        books: shelf.books.map((book) => bookCard(book, site)),
      }),
    );
  const [first, ...others] = editorial.length > 0 ? editorial : computedShelves(source, site);
  const chosen = first ? [first, ...livingShelves(source, site), ...others] : [];
  const parts = site.brand.homeOrder ?? DEFAULT_HOME_ORDER;
  const single = parts.filter((part) => part === 'shelf').length;
  const rest = Array.from({ length: Math.max(0, chosen.length - single) }, () => 'shelf' as const);
  const order = parts.flatMap((part) => (part === 'shelves' ? rest : [part]));
  const ranking = order.indexOf('ranking');
  const aboveRanking = order.slice(0, Math.max(0, ranking)).filter((part) => part === 'shelf').length;
  const shown = chosen.slice(0, order.filter((part) => part === 'shelf').length);
  const styles = shelfStyles(shown, ranking < 0 ? undefined : aboveRanking);
  return { order, shelves: shown.map((shelf, place) => ({ ...shelf, style: styles[place] ?? shelf.style })) };
}

/** Shelves that are computed from readers. A shelf of a few books would look empty. */
const livingShelves = (source: Source, site: Site): ShelfModel[] =>
  source
    .livingShelves()
    .filter(({ books }) => books.length >= MIN_LIVING_BOOKS)
    .map(({ list, books }) => ({
      name: '',
      content: list,
      style: 'row',
      href: null,
      books: books.map((book) => bookCard(book, site)),
    }));

function rankingTeaser(source: Source, site: Site): HomeModel['ranking'] {
  const ranking = defaultRanking(source, site);
  if (!ranking) return null;
  const { items } = source.books(ranking.list, 1, RANKING_TEASER_BOOKS);
  return {
    type: ranking.typeName,
    name: ranking.name,
    href: ranking.href(1),
    books: items.map((book) => bookCard(book, site)),
  };
}

function bannerModel(banner: Banner, site: Site): BannerModel {
  return {
    title: banner.title,
    subtitle: banner.subtitle,
    image: banner.image && mediaUrl(banner.image, site),
    href: targetHref(banner.target, site),
    external: banner.target.kind === 'url' && banner.target.url.startsWith('https:'),
  };
}

function targetHref(target: Target, { paths }: Site): string {
  switch (target.kind) {
    case 'book':
      return paths.novel(target.book);
    case 'genre':
      return paths.genre(target.genre);
    case 'tag':
      return paths.tag(target.tag);
    case 'ranking':
      return paths.ranking(target.type, target.id);
    case 'section':
      return paths.section(target.section);
    case 'url':
      return target.url;
  }
}
