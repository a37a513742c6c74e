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
/** Number of shelves above the ranking on the page. */
const RANKING_PLACE = 2;

/** The home page: banners, shelves, the first books of the default ranking, and links to genres, tags and keywords. */
export const homeView: PrerenderedView<HomeModel> = {
  kind: 'home',
  paths: (_source, site) => [{ kind: 'home', path: site.paths.home(), params: {}, page: 1, aliases: [] }],
  load: (_ref, source, site) => ({
    status: 'ok',
    model: {
      hasFeeds: source.newestBooks(1).length > 0,
      banners: source.banners().map((banner) => bannerModel(banner, site)),
      shelves: shelves(source, site),
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

function shelves(source: Source, site: Site): ShelfModel[] {
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
  const chosen = editorial.length > 0 ? editorial : computedShelves(source, site);
  const styles = shelfStyles(chosen, RANKING_PLACE);
  return chosen.map((shelf, place) => ({ ...shelf, style: styles[place] ?? shelf.style }));
}

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
