import {
  authorHome,
  bannerIndex,
  bookChapters,
  bookList,
  bookRankList,
  bookShow,
  categoryList,
  chapterShow,
  recommendIndex3,
  recommendTagGroupList,
  seoBookTags,
  seoKeywordsPage,
} from '#src/contract/index.ts';
import { hash } from '#src/lib/hash.ts';

/** What a snapshot holds pieces of. */
const HELD = [
  bookList,
  seoBookTags,
  seoKeywordsPage,
  bannerIndex,
  recommendIndex3,
  recommendTagGroupList,
  bookRankList,
  categoryList,
  bookShow,
  bookChapters,
  chapterShow,
  authorHome,
];

/**
 * Changes with the contract's schemas: what was checked against other ones cannot be built upon. Schemas are plain
 * data but for their functions, which JSON leaves out.
 */
export const shapeOf = (schemas: readonly object[]) => hash(JSON.stringify(schemas), 16);

export const SNAPSHOT_SHAPE = shapeOf(HELD.map((call) => call.data));
