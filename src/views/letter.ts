import { identity } from '#src/paths/identity.ts';
import { type ListPage, listRefs, loadList } from './book-list.ts';
import type { BookListModel } from './models.ts';
import type { ReleaseView, Site } from './view.ts';

const listPage = (letter: string, site: Site): ListPage => ({
  list: { kind: 'letter', letter },
  name: letterName(letter),
  href: (page) => site.paths.letter(letter, page),
  params: { letter },
  identities: [identity.letter(letter)],
});

/** `#` stands for titles that begin with none of A to Z; its address says `0`. */
export const letterName = (letter: string) => (letter === '0' ? '#' : letter);

/** Hot novels by the first letter of their title. */
export const letterView: ReleaseView<BookListModel> = {
  kind: 'letter',
  *paths(source, site) {
    for (const letter of source.letters()) yield* listRefs(listPage(letter, site), source);
  },
  load({ params, page }, source, site) {
    const letter = params['letter'] ?? '';
    const siblings = source
      .letters()
      .map((other) => ({ name: letterName(other), href: site.paths.letter(other), current: other === letter }));
    return loadList(listPage(letter, site), page, source, site, { siblings });
  },
};
