import type { Reference } from '#src/contract/entities/book.ts';
import { identity } from '#src/paths/identity.ts';
import { type ListPage, listRefs, loadList } from './book-list.ts';
import type { BookListModel } from './models.ts';
import type { ReleaseView, Site } from './view.ts';

/** @param named whether the section is the first of its name, and answers to it alone */
const listPage = (section: Reference, site: Site, named = false): ListPage => ({
  list: { kind: 'section', id: section.id },
  name: section.name,
  href: (page) => site.paths.section(section, page),
  params: { id: String(section.id) },
  identities: [identity.section(section.id), ...(named ? [identity.sectionName(section.name)] : [])],
});

/** The full list behind a shelf of the home page. */
export const sectionView: ReleaseView<BookListModel> = {
  kind: 'section',
  *paths(source, site) {
    const names = new Set<string>();
    for (const section of source.sections()) {
      const name = identity.sectionName(section.name);
      yield* listRefs(listPage(section, site, !names.has(name)), source);
      names.add(name);
    }
  },
  load({ params, page }, source, site) {
    const section = source.sections().find((candidate) => String(candidate.id) === params['id']);
    if (!section) return { status: 'missing' };
    return loadList(listPage(section, site), page, source, site, {});
  },
};
