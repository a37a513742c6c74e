import { blocksOf, listOf, pairOf, readData } from './data.ts';
import type { Random } from './random.ts';

/** Genres with their tags, and the search phrases of each tag. */
export interface Vocabulary {
  readonly genres: readonly {
    readonly name: string;
    readonly introduction: string;
    readonly tags: readonly string[];
  }[];
  /** Search phrases by tag. */
  readonly keywords: ReadonlyMap<string, readonly string[]>;
  readonly genreOf: ReadonlyMap<string, string>;
}

/** Reads a `tags.txt`: `# Genre | introduction`, then a line `tag: phrase; phrase` for each of its tags. */
export function readVocabulary(file: string): Vocabulary {
  const blocks = blocksOf(readData(file), '#').map(({ head, lines }) => {
    const [name = '', introduction = ''] = listOf(head, '|');
    return { name, introduction, tags: lines.map(pairOf) };
  });
  const genres = blocks.map(({ name, introduction, tags }) => ({ name, introduction, tags: tags.map(([tag]) => tag) }));
  return {
    genres,
    keywords: new Map(blocks.flatMap(({ tags }) => tags.map(([tag, phrases]) => [tag, listOf(phrases)]))),
    genreOf: new Map(genres.flatMap(({ name, tags }) => tags.map((tag) => [tag, name]))),
  };
}

/** Returns the genres and some keywords for the tags of a book. */
export function placeByTags(tags: readonly string[], { keywords, genreOf }: Vocabulary, random: Random) {
  const genres = [...new Set(tags.flatMap((tag) => genreOf.get(tag) ?? []))];
  const phrases = tags.flatMap((tag) => random.shuffled(keywords.get(tag) ?? []).slice(0, 2));
  return { genres, tags: [...tags], keywords: [...new Set(phrases)].slice(0, 6) };
}
