import { slug } from '#src/lib/slug.ts';
import { categorySlug } from './paths.ts';

/**
 * Aliases: names of pages without their slug, such as `tag:5`. A release maps each alias to the canonical path of the
 * page; the server looks up other spellings of an address there.
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

/** An alias for its name in any case; undefined where the alias itself is in small letters. */
export function foldedAlias(alias: string): string | undefined {
  const folded = alias.toLowerCase();
  return folded === alias ? undefined : `~${folded}`;
}

/** The aliases that may stand for one whose name is given in another case, most likely first. */
export const otherCases = (alias: string): string[] => [alias.toLowerCase(), `~${alias.toLowerCase()}`];
