import type { Tag } from '#src/contract/entities/listing.ts';
import { identity } from '#src/paths/identity.ts';
import { hasBooks, type ListPage, listRefs, loadList } from './book-list.ts';
import { tagLink } from './card.ts';
import type { BookListModel } from './models.ts';
import type { Source } from './source.ts';
import type { ReleaseView, Site } from './view.ts';

const SIBLINGS = 24;

const listPage = (tag: Tag, site: Site): ListPage => ({
  list: { kind: 'tag', id: tag.id },
  name: tag.name,
  href: (page) => site.paths.tag(tag, page),
  params: { id: String(tag.id) },
  identities: [identity.tag(tag.id)],
});

/** Books of one tag. */
export const tagView: ReleaseView<BookListModel> = {
  kind: 'tag',
  *paths(source, site) {
    for (const tag of source.tags()) yield* listRefs(listPage(tag, site), source);
  },
  load({ params, page }, source, site) {
    const tag = source.tags().find((candidate) => String(candidate.id) === params['id']);
    if (!tag) return { status: 'missing' };
    return loadList(listPage(tag, site), page, source, site, surroundings(tag, source, site));
  },
};

/** The tag's genre and the other tags in it. */
function surroundings(tag: Tag, source: Source, site: Site) {
  const genre = source.genres().find((candidate) => candidate.id === tag.genre_id);
  const siblings = (genre?.tags ?? []).filter(({ id }) => id !== tag.id && hasBooks({ kind: 'tag', id }, source));
  const trail =
    genre && hasBooks({ kind: 'genre', id: genre.id }, source)
      ? [{ name: genre.name, href: site.paths.genre(genre) }]
      : [];
  return { trail, siblings: siblings.slice(0, SIBLINGS).map((other) => tagLink(other, site)) };
}
