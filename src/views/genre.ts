import type { Genre } from '#src/contract/entities/listing.ts';
import { identity } from '#src/paths/identity.ts';
import { hasBooks, type ListPage, listRefs, loadList } from './book-list.ts';
import { tagLink } from './card.ts';
import type { BookListModel } from './models.ts';
import type { ReleaseView, Site } from './view.ts';

const listPage = (genre: Genre, site: Site): ListPage => ({
  list: { kind: 'genre', id: genre.id },
  name: genre.name,
  href: (page) => site.paths.genre(genre, page),
  params: { id: String(genre.id) },
  identities: [identity.genre(genre.id)],
});

/** Books of one genre. */
export const genreView: ReleaseView<BookListModel> = {
  kind: 'genre',
  *paths(source, site) {
    for (const genre of source.genres()) yield* listRefs(listPage(genre, site), source);
  },
  load({ params, page }, source, site) {
    const genre = source.genres().find((candidate) => String(candidate.id) === params['id']);
    if (!genre) return { status: 'missing' };
    return loadList(listPage(genre, site), page, source, site, {
      introduction: genre.introduction,
      siblings: genre.tags
        .filter((tag) => hasBooks({ kind: 'tag', id: tag.id }, source))
        .map((tag) => tagLink(tag, site)),
    });
  },
};
