import { setTimeout as wait } from 'node:timers/promises';
import { LecternError } from '#src/lib/errors.ts';

/** Paths of one page of each measured kind. */
export interface SitePages {
  readonly home: string;
  /** A full page of a list of books. */
  readonly listing: string;
  readonly novel: string;
  readonly chapter: string;
  readonly search: string;
  readonly notFound: string;
}

/** Number of cards on a full page of a list. */
const WHOLE = 20;
/** Maximum number of times that a page is requested while it returns 503. */
const MAX_TRIES = 20;

/**
 * Finds the pages by following links on a running site.
 * @throws LecternError BENCH if a kind of page is not found
 */
export async function findPages(origin: string): Promise<SitePages> {
  const read = (path: string) => readPage(origin + path);
  const linked = async (from: string, pattern: RegExp) =>
    [...(await read(from)).matchAll(pattern)].map(([, to = '']) => to);
  const first = async (from: string, pattern: RegExp) => (await linked(from, pattern))[0] ?? missing(from, pattern);
  const novel = await first('/', /href="(\/novel\/\d+\/[^"]+)"/g);
  for (const listing of await linked('/genres', /href="(\/genres\/\d+\/[^"]+)"/g)) {
    if ((await read(listing)).split('<li class="item"').length <= WHOLE) continue;
    const chapter = await first(novel, /href="(\/book-reader\/\d+\/[^"?]+)"/g);
    return { home: '/', listing, novel, chapter, search: '/search?word=the', notFound: '/no-such-page' };
  }
  throw new LecternError('BENCH', `No genre has ${WHOLE} books.`);
}

function missing(from: string, pattern: RegExp): never {
  throw new LecternError('BENCH', `${from} has no link that matches ${pattern.source}.`);
}

/** Reads the HTML of a page. A page rendered on request is requested again if it was not ready in time. */
export async function readPage(address: string): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await fetch(address);
    const html = await answer.text();
    if (answer.ok) return html;
    if (answer.status !== 503) throw new LecternError('BENCH', `${address} answers ${answer.status}.`);
    await wait(1000 * Number(answer.headers.get('retry-after') ?? 1));
  }
  throw new LecternError('BENCH', `${address} still answers 503 after several requests.`);
}
