import { pageFile } from './file-paths.ts';
import { CANONICAL, OTHER_BRAND, type PageRow, type RecordedPage } from './manifest.ts';

/** Longest page that is taken from another machine: the longest chapter has a tenth of it. */
export const MAX_PAGE_BYTES = 32 * 2 ** 20;
const MAX_PATH_CHARACTERS = 2000;
const MAX_TEXT_CHARACTERS = 2 ** 16;
const MAX_TITLE = 2 ** 48;

const HASH = /^[\da-f]{32}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** Whether a text can be the hash of a page or file. An empty one would let any content through. */
export const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);

/** RFC 3339 in UTC. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value));

/** A text without control characters, which could end a line of a log or a header. */
export const isLine = (value: unknown, most = MAX_TEXT_CHARACTERS): value is string =>
  typeof value === 'string' && value.length <= most && !/\p{Cc}/u.test(value);

export const isCount = (value: unknown, most = Number.MAX_SAFE_INTEGER): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most;

/** Whether a page can have this path (`pageFile`). */
export function isPagePath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_PATH_CHARACTERS) return false;
  try {
    pageFile(value);
    return true;
  } catch {
    return false;
  }
}

const isOneOf = (value: unknown, values: readonly number[]) => typeof value === 'number' && values.includes(value);
const CANONICALS = Object.values(CANONICAL);
const OTHER_BRANDS = Object.values(OTHER_BRAND);

const COLUMNS: Readonly<Record<Exclude<keyof PageRow, 'file'>, (value: unknown) => boolean>> = {
  path: isPagePath,
  hash: isHash,
  bytes: (value) => isCount(value, MAX_PAGE_BYTES),
  modified: isMoment,
  inputs: (value) => isLine(value),
  version: (value) => typeof value === 'string' && value.length <= MAX_TEXT_CHARACTERS && !value.includes('\0'),
  listing: (value) => value === '' || isPagePath(value),
  section: (value) => isLine(value),
  title: (value) => isCount(value, MAX_TITLE),
  noindex: (value) => isOneOf(value, [0, 1]),
  canonical: (value) => isOneOf(value, CANONICALS),
  otherBrand: (value) => isOneOf(value, OTHER_BRANDS),
};
const CHECKS = Object.entries(COLUMNS);

/**
 * Checks a page that another machine recorded, in a manifest or in a part.
 * @returns the page with the file that its path gives, whatever the record says; undefined where a field is not as it has to be
 */
export function checkedPage(record: Readonly<Record<string, unknown>>): RecordedPage | undefined {
  if (!CHECKS.every(([name, isRight]) => isRight(record[name]))) return undefined;
  const page = Object.fromEntries(CHECKS.map(([name]) => [name, record[name]]));
  return { ...page, file: pageFile(String(page['path'])) } as RecordedPage;
}

/** Gives a page of a manifest the file that its path has: what a manifest says of files is not trusted. */
export function withOwnFile<R extends { readonly path: string; file?: string }>(row: R): R & { readonly file: string } {
  return Object.assign(row, { file: pageFile(row.path) });
}
