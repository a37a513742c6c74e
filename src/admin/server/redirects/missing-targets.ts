import type { RedirectReport } from '#src/admin/contract/redirects.ts';
import type { Database } from '#src/api/store/database.ts';
import { numbersAsRows } from '#src/api/store/dialects.ts';
import { inSetsOf } from '#src/api/store/reads/offered.ts';
import { sql } from '#src/api/store/sql.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Redirect } from '#src/publish/release/index.ts';
import { parsePath } from '#src/routes/parse.ts';

type Warning = RedirectReport['warnings'][number];

interface Target extends Redirect {
  readonly book: number | undefined;
  readonly chapter: number | undefined;
}

/**
 * Finds redirects to books and chapters that visitors of a brand cannot see. Their pages are rendered on request, so the
 * route alone does not show whether there is a page.
 */
export async function missingTargets(
  redirects: readonly Redirect[],
  { id, locales }: Pick<Brand, 'id' | 'locales'>,
  catalogue: Database,
): Promise<Warning[]> {
  const targets = redirects.map((redirect) => ({ ...redirect, ...recordsOf(redirect.to, locales) }));
  const books = await visibleBooks(catalogue, id, numbersOf(targets, 'book'));
  const chapters = await visibleChapters(catalogue, numbersOf(targets, 'chapter'));
  return targets.flatMap(({ from, to, book, chapter }): Warning[] => {
    if (book === undefined) return [];
    if (!books.has(book)) return [{ from, to, reason: `This site shows no book with the ID ${book}.` }];
    if (chapter === undefined || chapters.get(chapter) === book) return [];
    return [{ from, to, reason: `The book ${book} has no published chapter with the ID ${chapter}.` }];
  });
}

const numbersOf = (targets: readonly Target[], name: 'book' | 'chapter'): number[] => [
  ...new Set(targets.flatMap((target) => target[name] ?? [])),
];

async function visibleBooks(catalogue: Database, brand: string, ids: readonly number[]): Promise<Set<number>> {
  const query = sql`SELECT b.id FROM ${numbersAsRows(ids)} JOIN books b ON b.id = j.value AND b.section > 0
    WHERE ${inSetsOf('b', brand)}`;
  return new Set((await catalogue.all<{ id: number }>(query)).map(({ id }) => id));
}

/** The books of published chapters, by chapter. */
async function visibleChapters(catalogue: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const query = sql`SELECT c.id, c.book_id FROM ${numbersAsRows(ids)} JOIN chapters c ON c.id = j.value AND c.number > 0`;
  const rows = await catalogue.all<{ id: number; book_id: number }>(query);
  return new Map(rows.map(({ id, book_id }) => [id, book_id]));
}

const ID = /^\d{1,15}$/;

/** The ids of book and chapter in a path. */
function recordsOf(path: string, locales: Brand['locales']): Pick<Target, 'book' | 'chapter'> {
  const { kind, params = {} } = parsePath(path.split(/[?#]/)[0] ?? path, locales) ?? {};
  const numberOf = (name: string) => (ID.test(params[name] ?? '') ? Number(params[name]) : undefined);
  if (kind === 'reader') return { book: numberOf('bookId'), chapter: numberOf('chapterId') };
  const isBook = kind === 'novel' || kind === 'activeNovel';
  return { book: isBook ? numberOf('id') : undefined, chapter: undefined };
}
