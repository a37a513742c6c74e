import type { Genre } from '#src/contract/entities/listing.ts';
import { aliasOf } from '#src/routes/aliases.ts';
import { tagLink } from '#src/shell/page/book-card.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { Site } from '#src/shell/page/view.ts';
import { hasBooks, type ListPage, listView } from './book-list.ts';

const listPage = (genre: Genre, site: Site): ListPage => ({
  list: { kind: 'genre', id: genre.id },
  name: genre.name,
  href: (page) => site.paths.genre(genre, page),
  params: { id: String(genre.id) },
  aliases: [genre, ...(genre.former ?? [])].map(({ id }) => aliasOf.genre(id)),
});

/** The pages of genres. */
export const genreView = listView(
  'genre',
  (source, site) => source.genres().map((genre) => listPage(genre, site)),
  (params, source, site) => {
    const genre = source.genres().find((candidate) => String(candidate.id) === params['id']);
    return genre && { entry: listPage(genre, site), context: contextOf(genre, source, site) };
  },
);

const contextOf = ({ introduction, tags }: Genre, source: Source, site: Site) => ({
  introduction,
  siblings: tags.filter((tag) => hasBooks({ kind: 'tag', id: tag.id }, source)).map((tag) => tagLink(tag, site)),
});
