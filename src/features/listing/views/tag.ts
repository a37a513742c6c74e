import type { Tag } from '#src/contract/entities/listing.ts';
import { memoize } from '#src/lib/memoize.ts';
import { aliasOf } from '#src/routes/aliases.ts';
import { tagLink } from '#src/shell/page/book-card.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { Site } from '#src/shell/page/view.ts';
import { hasBooks, type ListPage, listView } from './book-list.ts';

const MAX_SIBLINGS = 24;

const listPage = (tag: Tag, site: Site): ListPage => ({
  list: { kind: 'tag', id: tag.id },
  name: tag.name,
  href: (page) => site.paths.tag(tag, page),
  params: { id: String(tag.id) },
  aliases: [tag, ...(tag.former ?? [])].map(({ id }) => aliasOf.tag(id)),
});

/** The pages of tags. */
export const tagView = listView(
  'tag',
  (source, site) => source.tags().map((tag) => listPage(tag, site)),
  (params, source, site) => {
    const tag = tagsById(source).get(params['id'] ?? '');
    return tag && { entry: listPage(tag, site), context: contextOf(tag, source, site) };
  },
);

const tagsById = memoize((source: Source) => new Map(source.tags().map((tag) => [String(tag.id), tag])));

/** The links around the books: the tag's genre as breadcrumb, and the other tags of this genre. */
function contextOf(tag: Tag, source: Source, site: Site) {
  const genre = source.genres().find((candidate) => candidate.id === tag.genre_id);
  const siblings = (genre?.tags ?? []).filter(({ id }) => id !== tag.id && hasBooks({ kind: 'tag', id }, source));
  const trail =
    genre && hasBooks({ kind: 'genre', id: genre.id }, source)
      ? [{ name: genre.name, href: site.paths.genre(genre) }]
      : [];
  return { trail, siblings: siblings.slice(0, MAX_SIBLINGS).map((tag) => tagLink(tag, site)) };
}
