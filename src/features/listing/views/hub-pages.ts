import type { Reference } from '#src/contract/entities/book.ts';
import type { Genre, Keyword } from '#src/contract/entities/listing.ts';
import { aliasOf } from '#src/routes/aliases.ts';
import { tagLink } from '#src/shell/page/book-card.ts';
import type { IndexModel, LinkModel } from '#src/shell/page/models.ts';
import { pageCount, pagination } from '#src/shell/page/pagination.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { Loaded, PageRef, PrerenderedView, Site } from '#src/shell/page/view.ts';
import { hasBooks } from './book-list.ts';
import { letterName } from './letter.ts';

const TAG_PREVIEW = 12;
const TAGS_PAGE_SIZE = 200;

type Group = IndexModel['groups'][number];

const single = (kind: PageRef['kind'], path: string, ...aliases: string[]): PageRef => ({
  kind,
  path,
  params: {},
  page: 1,
  aliases,
});

const indexPage = (kind: IndexModel['kind'], groups: Group[], menu: LinkModel[] = []): Loaded<IndexModel> => ({
  status: 'ok',
  model: { kind, name: '', trail: [], menu, groups, pagination: null },
});

/**
 * The page of all genres that have books, each with its first tags. It also links to the categories, because otherwise
 * only novels would link to them.
 */
export const genresView: PrerenderedView<IndexModel> = {
  kind: 'genres',
  paths: (_source, site) => [single('genres', site.paths.genres(), aliasOf.genres())],
  load: (_ref, source, site) =>
    indexPage(
      'genres',
      source
        .genres()
        .filter((genre) => hasBooks({ kind: 'genre', id: genre.id }, source))
        .map((genre) => ({ ...group(genre, source, site), href: site.paths.genre(genre) })),
      source.categories().map(({ name }) => ({ name, href: site.paths.category(name) })),
    ),
};

/** The page of all tags, grouped by genre. The last group has no name and contains tags without a genre. */
export const tagsView: PrerenderedView<IndexModel> = {
  kind: 'tags',
  paths: (_source, site) => [single('tags', site.paths.tags())],
  load: (_ref, source, site) =>
    indexPage(
      'tags',
      [
        ...source.genres().map((genre) => ({ ...group(genre, source, site), href: site.paths.allTags(genre) })),
        { name: '', href: null, introduction: '', links: tagsWithoutGenre(source, site).slice(0, TAGS_PAGE_SIZE) },
      ].filter((entry) => entry.links.length > 0),
    ),
};

function tagsWithoutGenre(source: Source, site: Site): LinkModel[] {
  const grouped = new Set(source.genres().flatMap((genre) => genre.tags.map((tag) => tag.id)));
  const ungroupedTags = source.tags().filter((tag) => !grouped.has(tag.id));
  return linksTo(ungroupedTags, source, site);
}

function group(genre: Genre, source: Source, site: Site): Group {
  const links = tagLinks(genre, source, site).slice(0, TAG_PREVIEW);
  return { name: genre.name, href: null, introduction: genre.introduction, links };
}

const tagLinks = (genre: Genre, source: Source, site: Site) => linksTo(genre.tags, source, site);

const linksTo = (tags: readonly Reference[], source: Source, site: Site): LinkModel[] =>
  tags.filter((tag) => hasBooks({ kind: 'tag', id: tag.id }, source)).map((tag) => tagLink(tag, site));

/** The pages with all tags of one genre. */
export const allTagsView: PrerenderedView<IndexModel> = {
  kind: 'allTags',
  *paths(source, site) {
    for (const genre of source.genres()) {
      const pages = pageCount(tagLinks(genre, source, site).length, TAGS_PAGE_SIZE);
      for (let page = 1; page <= pages; page += 1) {
        const named = [genre, ...(genre.former ?? [])];
        const aliases = page === 1 ? named.map(({ id }) => aliasOf.allTags(id)) : [];
        yield {
          kind: 'allTags',
          path: site.paths.allTags(genre, page),
          params: { id: String(genre.id) },
          page,
          aliases,
        };
      }
    }
  },
  load({ params, page }, source, site) {
    const genre = source.genres().find((candidate) => String(candidate.id) === params['id']);
    if (!genre) return { status: 'missing' };
    const all = tagLinks(genre, source, site);
    const links = all.slice((page - 1) * TAGS_PAGE_SIZE, page * TAGS_PAGE_SIZE);
    if (links.length === 0) return { status: 'missing' };
    const pages = pageCount(all.length, TAGS_PAGE_SIZE);
    const model: IndexModel = {
      kind: 'allTags',
      name: genre.name,
      trail: hasBooks({ kind: 'genre', id: genre.id }, source)
        ? [{ name: genre.name, href: site.paths.genre(genre) }]
        : [],
      menu: [],
      groups: [{ name: '', href: null, introduction: '', links }],
      pagination: pages > 1 ? pagination(page, pages, (number) => site.paths.allTags(genre, number)) : null,
    };
    return { status: 'ok', model };
  },
};

const LETTER_PREVIEW = 6;

/** The page of first letters, each with its hottest books. */
export const hotnovelsView: PrerenderedView<IndexModel> = {
  kind: 'hotnovels',
  paths: (_source, site) => [single('hotnovels', site.paths.hotnovels())],
  load: (_ref, source, site) =>
    indexPage(
      'hotnovels',
      source.letters().map((letter) => ({
        name: letterName(letter),
        href: site.paths.letter(letter),
        introduction: '',
        links: source
          .books({ kind: 'letter', letter }, 1, LETTER_PREVIEW)
          .items.map((book) => ({ name: book.title, href: site.paths.novel(book) })),
      })),
    ),
};

const KEYWORDS_PAGE_SIZE = 100;

/** The pages that list all keywords. */
export const keywordsView: PrerenderedView<IndexModel> = {
  kind: 'keywords',
  *paths(source, site) {
    const pages = Math.max(1, pageCount(source.keywords(1, KEYWORDS_PAGE_SIZE).total, KEYWORDS_PAGE_SIZE));
    for (let page = 1; page <= pages; page += 1) {
      const aliases = page === 1 ? [aliasOf.keywords()] : [];
      yield { kind: 'keywords', path: site.paths.keywords(page), params: {}, page, aliases };
    }
  },
  load({ page }, source, site) {
    const { items, total } = source.keywords(page, KEYWORDS_PAGE_SIZE);
    if (items.length === 0 && page > 1) return { status: 'missing' };
    const links = items.map((keyword) => ({ name: keyword.name, href: site.paths.keyword(keyword) }));
    const pages = pageCount(total, KEYWORDS_PAGE_SIZE);
    return {
      status: 'ok',
      model: {
        kind: 'keywords',
        name: '',
        trail: [],
        menu: [],
        groups: [{ name: '', href: null, introduction: '', links }],
        pagination: pages > 1 ? pagination(page, pages, site.paths.keywords) : null,
      },
    };
  },
};

/** All keywords, which are read from the source page by page. */
export function* eachKeyword(source: Source): Iterable<Keyword> {
  for (let page = 1; ; page += 1) {
    const { items } = source.keywords(page, KEYWORDS_PAGE_SIZE);
    yield* items;
    if (items.length < KEYWORDS_PAGE_SIZE) return;
  }
}
