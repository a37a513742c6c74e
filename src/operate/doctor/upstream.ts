import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import { createServerClient, type ServerClient } from '#src/contract/client/client.server.ts';
import { bannerIndex, bookList, recommendIndex3, recommendTagGroupList, seoBookTags } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { silentLog } from '#src/lib/log.ts';
import { counted } from '#src/lib/text.ts';
import { compareSnapshot, type SnapshotComparison } from '#src/publish/snapshot/index.ts';
import { type Answer, fine, skipped, wrong } from './finding.ts';

/** A working upstream, or the reason why there is none. */
export type Upstream = { readonly origin: string; readonly isForeign: boolean } | { readonly none: string };

const TIMEOUT_MS = 10_000;
const ONE = { page: 1, page_size: 1 };

/** Calls for lists that every upstream has, and the first call of a nightly rebuild. */
const SAMPLE_CALLS = [
  [bannerIndex, {}],
  [recommendTagGroupList, {}],
  [seoBookTags, ONE],
  [bookList, ONE],
] as const;

/** Checks with a few short calls that the upstream responds for a brand and complies with the contract. */
export async function lookAtUpstream(brand: Brand, upstream: Upstream): Promise<Answer> {
  if ('none' in upstream) return skipped(upstream.none);
  const url = `${upstream.origin}${brand.apiPrefix}`;
  return await withClient(brand, upstream.origin, async (client) => {
    for (const code of brand.locales) {
      for (const [call, params] of SAMPLE_CALLS) {
        const { success, errors, status } = await client.call(call, params, { locale: LOCALES[code] });
        if (success === 1 || client.lacks(call)) continue;
        const [first] = errors;
        return wrong(
          `${url}: ${call.name} of section ${LOCALES[code].section} failed (${status || 'no response'}): ${first?.message}.`,
          status === 0
            ? 'Check that the API is running and reachable from this machine (LECTERN_UPSTREAM).'
            : `Find the violations with: npm run contract -- --url ${url}`,
        );
      }
    }
    return fine(
      `${url} responds in ${brand.locales.length === 1 ? 'one language' : `${brand.locales.length} languages`}.`,
    );
  });
}

/**
 * Describes what the home page of each language shows. A language without books is no mistake, but an operator who
 * wonders about an empty page learns the reason here.
 */
export async function lookAtHome(brand: Brand, upstream: Upstream): Promise<Answer> {
  if ('none' in upstream) return skipped(upstream.none);
  return await withClient(brand, upstream.origin, async (client) => {
    const lines: string[] = [];
    for (const code of brand.locales) {
      const at = { locale: LOCALES[code] };
      const [books, shelves] = await Promise.all([
        client.call(bookList, ONE, at),
        client.call(recommendIndex3, {}, at),
      ]);
      if (books.success !== 1) return skipped('The upstream does not list books.');
      const hasShelves = shelves.success === 1 && shelves.data.items.some((shelf) => shelf.books.length > 0);
      lines.push(homeLine(LOCALES[code].name, books.data.total, hasShelves));
    }
    return fine(lines.join(' '));
  });
}

function homeLine(language: string, books: number, hasShelves: boolean): string {
  if (books === 0) return `${language}: no books yet, so the home page is empty. Add some with npm run import.`;
  if (hasShelves) return `${language}: the home page shows the editors' shelves.`;
  return `${language}: editors have created no shelves, so the home page shows new, popular, updated and finished books and the largest genres.`;
}

async function withClient<T>(brand: Brand, origin: string, work: (client: ServerClient) => Promise<T>): Promise<T> {
  const client = createServerClient({ origin, prefix: brand.apiPrefix, log: silentLog, timeoutMs: TIMEOUT_MS });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Maximum clock difference. Larger differences make cursors, sessions and the header `Date` unreliable. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** Checks that this machine and the upstream have the same time. */
export async function lookAtClock(brand: Brand, upstream: Upstream, now = () => Date.now()): Promise<Answer> {
  if ('none' in upstream || !upstream.isForeign) return skipped('There is no other machine to compare the clock with.');
  const address = `${upstream.origin}${brand.apiPrefix}`;
  const began = now();
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  const upstreamTime = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(upstreamTime)) return skipped(`${address} sends no Date.`);
  const off = (began + now()) / 2 - upstreamTime;
  // The header `Date` only has whole seconds.
  if (Math.abs(off) <= MAX_CLOCK_SKEW_MS) return fine("The clock matches the upstream's.");
  return wrong(
    `The clock of this machine is ${Math.round(Math.abs(off) / 1000)} seconds ${off > 0 ? 'ahead of' : 'behind'} the upstream's.`,
    'Synchronize this machine or the upstream with NTP (timedatectl set-ntp true).',
  );
}

/** Checks that a brand's snapshot is up to date with the upstream. */
export async function lookAtSnapshot(brand: Brand, state: string, upstream: Upstream): Promise<Answer> {
  const file = join(state, brand.id, 'catalogue.db');
  if ('none' in upstream) return skipped(upstream.none);
  if (!existsSync(file)) return skipped('There is no snapshot yet: the first rebuild creates it.');
  return await withClient(brand, upstream.origin, async (client) => {
    const answers: Answer[] = [];
    for (const code of brand.locales)
      answers.push(answerOf(await compareSnapshot(file, LOCALES[code], client), file, brand.id));
    return answers.find(({ status }) => status === 'wrong') ?? joined(answers);
  });
}

const joined = (answers: readonly Answer[]): Answer => ({
  status: answers.some(({ status }) => status === 'fine') ? 'fine' : 'skipped',
  what: [...new Set(answers.map(({ what }) => what))].join(' '),
});

function answerOf(compared: SnapshotComparison, file: string, brand: string): Answer {
  const again = `Delete it and read everything again: rm ${file} && npm run rebuild -- --brand ${brand}`;
  switch (compared.state) {
    case 'damaged':
      return wrong(`${file} is damaged: ${compared.problem}.`, again);
    case 'different':
      return wrong(
        `${file} has ${counted(compared.books, 'book')} and the upstream ${compared.upstream}, though it reports no change.`,
        again,
      );
    case 'outdated':
      return fine('The snapshot was made by another version of Lectern: the next rebuild reads everything.');
    case 'behind':
      return fine(`The next rebuild pulls ${counted(compared.changes, 'change')} of books.`);
    case 'same':
      return fine(
        `The snapshot contains ${compared.books === 1 ? 'the only book' : `all ${compared.books} books`} of the upstream.`,
      );
    default:
      return skipped('The upstream does not list changes, or broke the contract: every rebuild compares all books.');
  }
}
