import { writeAtomic } from '#src/lib/files.ts';
import {
  addressKey,
  isSitePath,
  type Redirects,
  readRedirects,
  redirectLines,
  redirectsFile,
} from './old-addresses.ts';

/** A redirect from an address of a former site to a path of this site. */
export interface Redirect {
  readonly from: string;
  readonly to: string;
}

export interface RefusedRedirect extends Redirect {
  /** Position in the list, from 1. */
  readonly row: number;
  readonly reason: string;
}

export interface CheckedRedirects {
  readonly accepted: readonly Redirect[];
  /** Number of redirects that exist already. */
  readonly existing: number;
  readonly refused: readonly RefusedRedirect[];
}

/**
 * Checks new redirects. A redirect to an address that is redirected as well gets the final page, so that visitors are
 * redirected only once.
 * @param isPage whether the site has a page at a path
 */
export function checkRedirects(
  stored: Redirects,
  entries: readonly Redirect[],
  isPage: (path: string) => boolean,
): CheckedRedirects {
  const all = new Map(stored);
  for (const { from, to } of entries) {
    const key = addressKey(from);
    if (key !== undefined && !all.has(key)) all.set(key, to);
  }
  const accepted = new Map<string, string>();
  const refused: RefusedRedirect[] = [];
  let existing = 0;
  for (const [index, { from, to }] of entries.entries()) {
    const refuse = (reason: string) => refused.push({ row: index + 1, from, to, reason });
    const key = addressKey(from);
    if (key === undefined) {
      refuse('The old address is not the address of a page.');
      continue;
    }
    const { path, loop } = finalTarget(key, to, all);
    const known = stored.get(key) ?? accepted.get(key);
    if (known !== undefined && (known === to || known === path)) existing += 1;
    else if (known !== undefined) refuse(`It already redirects to ${known}. Delete that redirect first.`);
    else if (!isSitePath(to)) refuse('The new address must be a path of this site, such as /novel/12.');
    else if (!isQueryKey(key) && (isPage(from) || isPage(key)))
      refuse('This site has a page at the old address, so the redirect would have no effect.');
    else if (loop) refuse(`The redirects form a loop: ${loop.join(' → ')}.`);
    else if (!isPage(path)) refuse(`This site has no page at ${path}.`);
    else accepted.set(key, path);
  }
  return { accepted: Array.from(accepted, ([from, to]) => ({ from, to })), existing, refused };
}

/** Whether the old address is the home page with a query, such as `/?p=57`. */
const isQueryKey = (key: string) => key.startsWith('/?');

/** Follows redirects from `key` to the last path, or to the address where they form a loop. */
function finalTarget(
  key: string,
  to: string,
  redirects: Redirects,
): { readonly path: string; readonly loop?: readonly string[] } {
  const visited = [key];
  let path = to;
  for (;;) {
    const next = addressKey(path);
    if (next === undefined) return { path };
    if (visited.includes(next)) return { path, loop: [...visited, next] };
    const target = redirects.get(next);
    if (target === undefined) return { path };
    visited.push(next);
    path = target;
  }
}

/**
 * Removes redirects from a brand. Comments and other lines stay.
 * @param keys old addresses as in `readRedirects`
 * @returns the removed redirects
 */
export async function removeRedirects(brandFolder: string, keys: readonly string[]): Promise<Redirect[]> {
  const stored = readRedirects(brandFolder);
  const removed = keys.flatMap((from) => {
    const to = stored.get(from);
    return to === undefined ? [] : [{ from, to }];
  });
  if (removed.length === 0) return [];
  const gone = new Set(removed.map(({ from }) => from));
  const kept = redirectLines(brandFolder).filter(({ key }) => key === undefined || !gone.has(key));
  await writeAtomic(redirectsFile(brandFolder), kept.map(({ line }) => line).join('\n'));
  return removed;
}
