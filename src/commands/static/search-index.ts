import { staticIndexPath } from '#src/contract/static-files.ts';
import { createIndex, type IndexEntry } from '#src/contract/static-index.ts';
import { type LocalizedSite, openLocalizedSites } from '#src/publish/snapshot/index.ts';
import { type StaticSite, writeAt } from './static-folder.ts';

/** Writes the search index of each language. */
export async function writeSearchIndex({ folder, brand, snapshot }: StaticSite): Promise<void> {
  const sites = openLocalizedSites(brand, snapshot);
  try {
    for (const localized of sites.all)
      await writeAt(folder, staticIndexPath(localized.site.locale.section), createIndex(entriesOf(localized)));
  } finally {
    sites.close();
  }
}

function* entriesOf({ source }: LocalizedSite): Iterable<IndexEntry> {
  const authors = new Map<number, string>();
  for (const { book: reference } of source.prerendered.all()) {
    const book = source.prerendered.novel(reference.id)?.book;
    if (!book) continue;
    const { id, title, category, language, author, tags } = book;
    authors.set(author.id, author.name);
    yield {
      id: `book-${id}`,
      name: title,
      author: author.name,
      tags: [category.name, ...tags.map((tag) => tag.name)].join(' '),
      found: {
        kind: 'book',
        book: { id, title, category, language },
        author,
        cover: book.cover,
      },
    };
  }
  for (const [id, name] of authors) yield named('author', { id, name });
  for (const tag of source.tags()) yield named('tag', tag);
  for (const keyword of source.keywords(1, Number.MAX_SAFE_INTEGER).items) yield named('keyword', keyword);
}

const named = (
  kind: 'author' | 'tag' | 'keyword',
  { id, name }: { readonly id: number; readonly name: string },
): IndexEntry => ({
  id: `${kind}-${id}`,
  name,
  author: '',
  tags: '',
  found: { kind, id, name },
});
