import * as v from 'valibot';
import { LOCALE_CODES } from '#src/contract/locales.ts';

const MAX_GROUPS = 300;
const MAX_WORDS = 10;

const Group = v.pipe(
  v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60))),
  v.minLength(2, 'must contain at least two words'),
  v.maxLength(MAX_WORDS, `must contain at most ${MAX_WORDS} words`),
);

/** Groups of words with the same meaning, by language: a search for one of them also finds the others. */
export const SearchSynonyms = v.record(
  v.picklist(LOCALE_CODES),
  v.pipe(v.array(Group), v.maxLength(MAX_GROUPS, `must contain at most ${MAX_GROUPS} groups`)),
);
export type SearchSynonyms = v.InferOutput<typeof SearchSynonyms>;
