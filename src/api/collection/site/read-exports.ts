import { extname } from 'node:path';
import { ManuscriptError } from '../../manuscript/index.ts';
import { ghostBooks, ghostTables } from '../ghost/read-ghost.ts';
import type { Collection, CollectionBook, CollectionFile, CollectionOptions, Refusal } from '../types.ts';
import { type MadaraTables, madaraTables } from '../wordpress/madara.ts';
import { emptyWxr, isWxr, parseWxr } from '../wordpress/parse-wxr.ts';
import { wordpressBooks } from '../wordpress/read-wordpress.ts';
import { toBook } from './to-book.ts';
import type { SiteExport } from './types.ts';

/** Whether a file with this name may be the export of a site. */
export const isExportName = (path: string): boolean => /^\.(?:xml|json)$/i.test(extname(path));

/**
 * Reads the books of all site exports in a collection. The files of a split export are read as one export.
 * @returns undefined if there is no export
 * @throws ManuscriptError if a file is damaged, or the exports contain no book
 */
export async function readExports(
  { files }: Collection,
  options: CollectionOptions,
  refusing: (name: string, read: () => Promise<CollectionBook>) => Promise<CollectionBook | Refusal>,
): Promise<AsyncGenerator<CollectionBook | Refusal> | undefined> {
  const candidates = files.filter(({ path, read }) => read !== undefined && isExportName(path));
  if (candidates.length === 0) return undefined;
  const site = await exportOf(candidates);
  if (site === undefined) return undefined;
  if (site.books.length === 0)
    throw new ManuscriptError(['The export contains no book that can be imported.', ...site.warnings].join(' '));
  return booksOf(site, files, options, refusing);
}

async function* booksOf(
  { books, warnings }: SiteExport,
  files: readonly CollectionFile[],
  { overrides, only, onProgress }: CollectionOptions,
  refusing: Parameters<typeof readExports>[2],
): AsyncGenerator<CollectionBook | Refusal> {
  for (const [index, book] of books.entries()) {
    if (only !== undefined && index !== only) continue;
    // Warnings that do not concern a single book are reported with the first book.
    const site = index === 0 ? { ...book, warnings: [...book.warnings, ...warnings] } : book;
    yield await refusing(book.title, () => toBook(site, files, overrides));
    onProgress?.((index + 1) / books.length);
  }
}

async function exportOf(candidates: readonly CollectionFile[]): Promise<SiteExport | undefined> {
  const wxr = emptyWxr();
  const tables: { chapters: MadaraTables['chapters'][number][]; volumes: MadaraTables['volumes'][number][] } = {
    chapters: [],
    volumes: [],
  };
  const exports: SiteExport[] = [];
  let hasWxr = false;
  for (const { path, read } of candidates) {
    const bytes = (await read?.()) ?? new Uint8Array();
    if (extname(path).toLowerCase() === '.json') {
      const json = parseJson(bytes, path);
      const ghost = ghostTables(json);
      if (ghost) exports.push(ghostBooks(ghost));
      const madara = ghost ? undefined : madaraTables(json);
      tables.chapters.push(...(madara?.chapters ?? []));
      tables.volumes.push(...(madara?.volumes ?? []));
    } else if (isWxr(bytes)) {
      parseWxr(bytes, path, wxr);
      hasWxr = true;
    }
  }
  if (hasWxr) exports.push(wordpressBooks(wxr, tables));
  if (exports.length === 0) return undefined;
  return {
    books: exports.flatMap(({ books }) => books),
    warnings: exports.flatMap(({ warnings }) => warnings),
  };
}

/** Parses a JSON file. @throws ManuscriptError if it is not valid JSON */
function parseJson(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new ManuscriptError(`"${path}" is not valid JSON: it is cut off or damaged. Export it again.`, { cause });
  }
}
