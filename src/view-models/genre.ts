import type { Genre } from '#src/contract/entities/listing.ts';
import { aliasOf } from '#src/routes/aliases.ts';
import { tagLink } from './book-card.ts';
import { hasBooks, type ListPage, listView } from './book-list.ts';
import type { Source } from './source.ts';
import type { Site } from './view.ts';

const listPage = (genre: Genre, site: Site): ListPage => ({
  list: { kind: 'genre', id: genre.id },
  name: genre.name,
  href: (page) => site.paths.genre(genre, page),
  params: { id: String(genre.id) },
  aliases: [genre, ...(genre.former ?? [])].map(({ id }) => aliasOf.genre(id)),
});

/** Books of one genre. */
export const genreView = listView(
  'genre',
  (source, site) => source.genres().map((genre) => listPage(genre, site)),
  (params, source, site) => {
    const genre = source.genres().find((candidate) => String(candidate.id) === params['id']);
    return genre && { entry: listPage(genre, site), around: surroundings(genre, source, site) };
  },
);

const surroundings = ({ introduction, tags }: Genre, source: Source, site: Site) => ({
  introduction,
  siblings: tags.filter((tag) => hasBooks({ kind: 'tag', id: tag.id }, source)).map((tag) => tagLink(tag, site)),
});
