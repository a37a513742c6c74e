import { slug } from '#src/lib/slug.ts';
import { categorySlug } from './paths.ts';

/**
 * Aliases: names of pages without their slug, such as `tag:5`. A release maps each alias to the canonical path of its
 * page. The server uses them to look up other spellings of a URL.
 */
export const aliasOf = {
  genres: () => 'genres',
  genre: (id: number | string) => `genre:${id}`,
  tag: (id: number | string) => `tag:${id}`,
  allTags: (id: number | string) => `allTags:${id}`,
  section: (id: number | string) => `section:${id}`,
  sectionName: (name: string) => `sectionName:${slug(name, '')}`,
  category: (name: string) => `category:${categorySlug(name)}`,
  subCategory: (name: string, sub: string) => `category:${categorySlug(name)}/${categorySlug(sub)}`,
  subAlone: (sub: string) => `sub:${categorySlug(sub)}`,
  letter: (letter: string) => `letter:${letter}`,
  keyword: (name: string) => `keyword:${name}`,
  keywords: () => 'keywords',
  ranking: (type?: string, id?: number | string) =>
    ['ranking', type, id].filter((part) => part !== undefined).join(':'),
};

/** Key for looking up an alias regardless of case. Undefined if the alias is already in lower case. */
export function foldedAlias(alias: string): string | undefined {
  const folded = alias.toLowerCase();
  return folded === alias ? undefined : `~${folded}`;
}

/** The aliases that a name in another case may refer to, most likely first. */
export const otherCases = (alias: string): string[] => [alias.toLowerCase(), `~${alias.toLowerCase()}`];
