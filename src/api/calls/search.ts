import { searchMulti } from '#src/contract/index.ts';
import { localeOfSection } from '#src/contract/locales.ts';
import type { CallContext } from '../http/context.ts';
import { handle } from '../http/handler.ts';
import {
  type ResultPage,
  type SynonymGroups,
  searchAuthors,
  searchBooks,
  searchKeywords,
  searchTags,
  storedSynonyms,
} from '../store/reads/index.ts';

/** Page parameters of the groups that are not requested: only their first results are returned. */
const FIRST = { page: 1, page_size: 10 };

export const searchMultiHandler = handle(
  searchMulti,
  async ({ group, keyword, page, page_size, ...filters }, context) => {
    const { store, section, brand } = context;
    const synonyms = await synonymsOf(context);
    const query = (of: typeof group) => ({
      keyword,
      section,
      brand,
      synonyms,
      ...(of === group ? { page, page_size } : FIRST),
    });
    const [books, authors, tags, keywords] = await Promise.all([
      searchBooks(store.searched, { ...query('books'), ...filters }),
      searchAuthors(store.searched, query('authors')),
      searchTags(store.searched, query('tags')),
      searchKeywords(store.searched, query('keywords')),
    ]);
    const corrected = correctionOf([books, authors, tags, keywords]);
    const groups = { books: plain(books), authors: plain(authors), tags: plain(tags), keywords: plain(keywords) };
    return { ...groups, ...(corrected === undefined ? {} : { corrected }) };
  },
);

/** The brand's synonyms in the language of the section: those saved in the admin, or else those of its folder. */
async function synonymsOf({ store, brand, section, synonyms }: CallContext): Promise<SynonymGroups | undefined> {
  const code = localeOfSection(section)?.code;
  if (code === undefined) return undefined;
  return ((await storedSynonyms(store.catalogue, brand)) ?? synonyms)?.[code];
}

/** Returns the corrected keyword; undefined if any group has matches for the original one. */
function correctionOf(pages: readonly ResultPage<unknown>[]): string | undefined {
  const matches = pages.filter(({ total }) => total > 0);
  return matches.every(({ corrected }) => corrected !== undefined) ? matches[0]?.corrected : undefined;
}

const plain = <T>({ corrected: _corrected, ...page }: ResultPage<T>) => page;
