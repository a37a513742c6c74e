import type { Reference } from '#src/contract/entities/book.ts';
import { aliasOf } from '#src/routes/aliases.ts';
import type { Site } from '#src/shell/page/view.ts';
import { type ListPage, listView } from './book-list.ts';

/**
 * The list of a section.
 * @param named whether this is the first section with its name, so that the name alone is an alias for it
 */
const listPage = (section: Reference, site: Site, named = false): ListPage => ({
  list: { kind: 'section', id: section.id },
  name: section.name,
  href: (page) => site.paths.section(section, page),
  params: { id: String(section.id) },
  aliases: [aliasOf.section(section.id), ...(named ? [aliasOf.sectionName(section.name)] : [])],
});

/** The pages with all books of a shelf of the home page (a section). */
export const sectionView = listView(
  'section',
  function* (source, site) {
    const names = new Set<string>();
    for (const section of source.sections()) {
      const name = aliasOf.sectionName(section.name);
      yield listPage(section, site, !names.has(name));
      names.add(name);
    }
  },
  ({ id }, source, site) => {
    const section = source.sections().find((candidate) => String(candidate.id) === id);
    return section && { entry: listPage(section, site), context: {} };
  },
);
