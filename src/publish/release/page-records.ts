import { pageFile } from './file-paths.ts';
import { CANONICAL, OTHER_BRAND, type PageRow, type RecordedPage } from './manifest.ts';

/** Maximum size of a page from another machine, in bytes: ten times the size of the longest chapter. */
export const MAX_PAGE_BYTES = 32 * 2 ** 20;
const MAX_PATH_CHARACTERS = 2000;
const MAX_TEXT_CHARACTERS = 2 ** 16;
/** Title hashes are below this number. */
const MAX_TITLE_HASH = 2 ** 48;

const HASH = /^[\da-f]{32}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** Whether a value is the hash of a page or file. An empty string is not, because it would accept any content. */
export const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);

/** Whether a value is a timestamp: RFC 3339 in UTC. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value));

/** Whether a value is a string without control characters, which could break a log line or header. */
export const isLine = (value: unknown, maxCharacters = MAX_TEXT_CHARACTERS): value is string =>
  typeof value === 'string' && value.length <= maxCharacters && !/\p{Cc}/u.test(value);

export const isCount = (value: unknown, max = Number.MAX_SAFE_INTEGER): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max;

/** Whether `pageFile` accepts a value as the path of a page. */
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
  title: (value) => isCount(value, MAX_TITLE_HASH),
  noindex: (value) => isOneOf(value, [0, 1]),
  canonical: (value) => isOneOf(value, CANONICALS),
  otherBrand: (value) => isOneOf(value, OTHER_BRANDS),
};
const CHECKS = Object.entries(COLUMNS);

/**
 * Validates a page record from another machine.
 * @returns the page, with its file derived from the path instead of the record; undefined if a field is invalid
 */
export function checkedPage(record: Readonly<Record<string, unknown>>): RecordedPage | undefined {
  if (!CHECKS.every(([name, isRight]) => isRight(record[name]))) return undefined;
  const page = Object.fromEntries(CHECKS.map(([name]) => [name, record[name]]));
  return { ...page, file: pageFile(String(page['path'])) } as RecordedPage;
}

/** Sets the file of a page to the one that follows from its path: file names in a manifest are not trusted. */
export function withOwnFile<R extends { readonly path: string; file?: string }>(row: R): R & { readonly file: string } {
  return Object.assign(row, { file: pageFile(row.path) });
}
