import { join } from 'node:path';
import type { ImportReport } from '#src/api/import/index.ts';
import { type Store, storedBook, storedChapters } from '#src/api/index.ts';
import { readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { DEFAULT_LOCALE } from '#src/contract/locales.ts';
import { addRedirects } from '#src/publish/release/index.ts';
import { createPaths } from '#src/routes/paths.ts';

const MAX_NAMES = 3;

/**
 * Adds redirects from the old URLs of an imported book to its pages, in each brand that offers the book.
 * @param brands ids of all brands
 * @returns the report with the number of new redirects
 */
export async function withRedirects(
  report: ImportReport,
  {
    store,
    state,
    brands,
  }: { readonly store: Store; readonly state: string; readonly brands: () => Promise<readonly string[]> },
): Promise<ImportReport> {
  const { oldAddresses, ...rest } = report;
  const { bookId } = report;
  if (bookId === null || oldAddresses === undefined) return report;
  const paths = createPaths(DEFAULT_LOCALE);
  const stored = await storedBook(store.catalogue, bookId);
  const chapters = await storedChapters(store.catalogue, bookId);
  // Old URLs redirect to the book's URL without its title. The server redirects that URL to the one with the current
  // title.
  const entries = [
    ...oldAddresses.book.map((from): [string, string] => [from, `/novel/${bookId}`]),
    ...oldAddresses.chapters.flatMap((addresses, index) => {
      const chapter = chapters[index];
      return chapter ? addresses.map((from): [string, string] => [from, paths.reader(bookId, chapter.id)]) : [];
    }),
  ];
  let redirects = 0;
  const conflicts = new Set<string>();
  for (const brand of stored?.brands ?? (await brands())) {
    const result = await addRedirects(join(state, brand), entries);
    redirects += result.added;
    for (const address of result.conflicts) conflicts.add(address);
  }
  return { ...rest, redirects, warnings: [...report.warnings, ...conflictWarning([...conflicts])] };
}

/** Returns the ids of all brands, including broken ones. */
export async function brandIds(config: Config): Promise<readonly string[]> {
  const { sound, broken } = await readBrands(config);
  return [...sound, ...broken].map(({ id }) => id);
}

function conflictWarning(addresses: readonly string[]): string[] {
  if (addresses.length === 0) return [];
  const shown = addresses.slice(0, MAX_NAMES).join(', ');
  return [
    `${addresses.length} old addresses already redirect to another page and were not changed: ${shown}. Edit redirects.txt in the folder of the brand to change them.`,
  ];
}
