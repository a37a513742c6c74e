import type { Database } from '#src/api/store/database.ts';
import type { NameKind } from '#src/api/store/index.ts';
import { currentNames } from '#src/api/store/reads/current-names.ts';
import type { BookState, StoredName } from '#src/api/store/revision-states.ts';
import { stableJson } from '#src/lib/stable-json.ts';

/**
 * Replaces names that were renamed or merged since with their current spelling, so that a rename does not look like a
 * change by the next editor of each book.
 */
export async function withCurrentNames(
  database: Pick<Database, 'get'>,
  states: readonly BookState[],
): Promise<BookState[]> {
  const known = new Map<string, readonly StoredName[]>();
  const current = async (kind: NameKind, list: readonly StoredName[]): Promise<readonly StoredName[]> => {
    const key = `${kind} ${stableJson(list)}`;
    const names = known.get(key) ?? (await currentNames(database, kind, list)).map((name) => ({ id: 0, name }));
    known.set(key, names);
    return names;
  };
  return Array.fromAsync(states, async (state) => {
    const { author, series, genres, tags, keywords } = state;
    const [writer = author] = await current('author', [author]);
    const id = series?.id;
    const [named] = series && id !== undefined ? await current('keyword', [{ id, name: series.name }]) : [];
    return {
      ...state,
      author: writer,
      genres: await current('genre', genres),
      tags: await current('tag', tags),
      keywords: await current('keyword', keywords),
      series: series && { ...series, name: named?.name ?? series.name },
    };
  });
}
