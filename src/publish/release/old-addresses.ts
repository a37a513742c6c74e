import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';

/** Addresses of a former site, each with the path of the page that replaces it. */
export type Redirects = ReadonlyMap<string, string>;

/** File in the brand's folder with one redirect per line: the old address and the new path. */
export const redirectsFile = (brandFolder: string): string => join(brandFolder, 'redirects.txt');

const HEAD = '# Addresses of a former site and the pages that replace them (docs/operate/moving.md)\n';
/** Matches the query of WordPress's addresses by id. All other queries are ignored. */
const BY_ID = /^\?(?:p|page_id)=\d{1,12}$/;
/** A path of this site, without a host. */
const PATH = /^\/(?!\/)[\w.~%!$&'()*+,;=:@/?#-]{0,2000}$/;

/**
 * Returns the form in which old addresses are compared: decoded, in lower case, without host and trailing slash.
 * @param address absolute, or from the root of the site
 * @returns undefined for the home page and for invalid addresses
 */
export function addressKey(address: string): string | undefined {
  const url = URL.parse(address, 'https://old.example');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = decoded(url.pathname)?.normalize('NFC').toLowerCase().replace(/\/+$/, '');
  if (path === undefined || /[\p{Cc}\s]/u.test(path.replaceAll(' ', ''))) return undefined;
  if (path !== '') return path.replaceAll(' ', '%20');
  return BY_ID.test(url.search) ? `/${url.search}` : undefined;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Reads a brand's redirects. If an address occurs twice, the first line wins. Invalid lines are ignored. */
export function readRedirects(brandFolder: string): Redirects {
  const redirects = new Map<string, string>();
  for (const line of sourceOf(brandFolder).split('\n')) addLine(redirects, line);
  return redirects;
}

/** Reads a brand's redirects in steps of 64 KiB, so that the server can handle requests in between. */
export async function loadRedirects(brandFolder: string): Promise<Redirects> {
  const redirects = new Map<string, string>();
  try {
    const file = await open(redirectsFile(brandFolder));
    for await (const line of file.readLines()) addLine(redirects, line);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return redirects;
}

/** Whether a redirect may lead to this path. */
export const isSitePath = (path: string): boolean => PATH.test(path);

function addLine(redirects: Map<string, string>, line: string): void {
  const { key, to } = parseLine(line);
  if (key !== undefined && isSitePath(to) && !redirects.has(key)) redirects.set(key, to);
}

function parseLine(line: string): { readonly key: string | undefined; readonly to: string } {
  const [from = '', to = ''] = line.trim().split(/\s+/);
  return { key: line.startsWith('#') ? undefined : addressKey(from), to };
}

/** The lines of a brand's file, each with its old address; undefined for comments and invalid lines. */
export const redirectLines = (brandFolder: string): { readonly line: string; readonly key: string | undefined }[] =>
  sourceOf(brandFolder)
    .split('\n')
    .map((line) => ({ line, key: parseLine(line).key }));

function sourceOf(brandFolder: string): string {
  try {
    return readFileSync(redirectsFile(brandFolder), 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/**
 * Adds redirects to a brand. Existing redirects stay as they are.
 * @param entries old address and new path
 * @returns the number of added redirects, and the old addresses that already redirect to a different page
 */
export async function addRedirects(
  brandFolder: string,
  entries: readonly (readonly [from: string, to: string])[],
): Promise<{ readonly added: number; readonly conflicts: readonly string[] }> {
  const redirects = new Map(readRedirects(brandFolder));
  const lines: string[] = [];
  const conflicts: string[] = [];
  for (const [from, to] of entries) {
    const key = addressKey(from);
    const existing = key === undefined ? undefined : redirects.get(key);
    if (key === undefined || existing === to) continue;
    if (existing !== undefined) {
      conflicts.push(key);
      continue;
    }
    redirects.set(key, to);
    lines.push(`${key} ${to}\n`);
  }
  if (lines.length > 0) {
    const before = sourceOf(brandFolder) || HEAD;
    await writeAtomic(redirectsFile(brandFolder), before.replace(/(?<!\n)$/, '\n') + lines.join(''));
  }
  return { added: lines.length, conflicts };
}
