import {
  authorHome,
  bannerIndex,
  bookChapters,
  bookList,
  bookRankList,
  bookShow,
  categoryList,
  chapterDates,
  chapterShow,
  recommendIndex3,
  recommendTagGroupList,
  seoBookTags,
  seoKeywordsPage,
} from '#src/contract/index.ts';
import { hash } from '#src/lib/hash.ts';

/** The calls whose data a snapshot stores. */
export const STORED_CALLS = [
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
  chapterDates,
  authorHome,
];

/**
 * Returns a hash that changes with the contract's schemas. The data of a snapshot with a different fingerprint was
 * checked against different schemas, so it is pulled again. Schemas are plain data except for their functions, which
 * JSON omits.
 */
export const fingerprintOf = (schemas: readonly object[]) => hash(JSON.stringify(schemas), 16);

export const CONTRACT_FINGERPRINT = fingerprintOf(STORED_CALLS.map((call) => call.data));
