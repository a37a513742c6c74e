import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createServerClient, type ServerClient } from '#src/api-client/client.server.ts';
import type { Brand } from '#src/brand/registry.ts';
import { bannerIndex, bookList, recommendTagGroupList, seoBookTags } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { silentLog } from '#src/lib/log.ts';
import { compareSnapshot, type SnapshotComparison } from '#src/snapshot/index.ts';
import { type Answer, fine, skipped, wrong } from './finding.ts';

/** An upstream that answers, or why there is none to ask. */
export type Upstream = { readonly origin: string; readonly isForeign: boolean } | { readonly none: string };

const TIMEOUT_MS = 10_000;
const ONE = { page: 1, page_size: 1 };

/** Lists that every upstream has, and the one that the nightly rebuild begins with. */
const GLANCES = [
  [bannerIndex, {}],
  [recommendTagGroupList, {}],
  [seoBookTags, ONE],
  [bookList, ONE],
] as const;

/** Whether the upstream answers a brand, and by the contract as far as a few short calls show. */
export async function lookAtUpstream(brand: Brand, upstream: Upstream): Promise<Answer> {
  if ('none' in upstream) return skipped(upstream.none);
  const url = `${upstream.origin}${brand.apiPrefix}`;
  return await withClient(brand, upstream.origin, async (client) => {
    for (const code of brand.locales) {
      for (const [call, params] of GLANCES) {
        const { success, errors, status } = await client.call(call, params, { locale: LOCALES[code] });
        if (success === 1 || client.lacks(call)) continue;
        const [first] = errors;
        return wrong(
          `${url}: ${call.name} of section ${LOCALES[code].section} failed (${status || 'no answer'}): ${first?.message}.`,
          status === 0
            ? 'Look whether the API runs and can be reached from this machine (LECTERN_UPSTREAM).'
            : `See what it breaks: npm run contract -- --url ${url}`,
        );
      }
    }
    return fine(
      `${url} answers in ${brand.locales.length === 1 ? 'one language' : `${brand.locales.length} languages`}.`,
    );
  });
}

async function withClient<T>(brand: Brand, origin: string, work: (client: ServerClient) => Promise<T>): Promise<T> {
  const client = createServerClient({ origin, prefix: brand.apiPrefix, log: silentLog, timeoutMs: TIMEOUT_MS });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** How far the clock of this machine may be off: cursors, sessions and `Date` are compared by the minute. */
const MOST_OFF_MS = 60_000;

/** Whether this machine and the upstream tell the same time. */
export async function lookAtClock(brand: Brand, upstream: Upstream, now = () => Date.now()): Promise<Answer> {
  if ('none' in upstream || !upstream.isForeign) return skipped('There is no other machine to compare the clock with.');
  const address = `${upstream.origin}${brand.apiPrefix}`;
  const began = now();
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  const told = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(told)) return skipped(`${address} sends no Date.`);
  const off = (began + now()) / 2 - told;
  // Date has whole seconds.
  if (Math.abs(off) <= MOST_OFF_MS) return fine('The clock agrees with that of the upstream.');
  return wrong(
    `The clock of this machine is ${Math.round(Math.abs(off) / 1000)} seconds ${off > 0 ? 'ahead of' : 'behind'} that of the upstream.`,
    'Set it by NTP (timedatectl set-ntp true), here or there.',
  );
}

/** Whether a brand's snapshot holds what the upstream has. */
export async function lookAtSnapshot(brand: Brand, state: string, upstream: Upstream): Promise<Answer> {
  const file = join(state, brand.id, 'catalogue.db');
  if ('none' in upstream) return skipped(upstream.none);
  if (!existsSync(file)) return skipped('There is no snapshot yet: the first rebuild makes it.');
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
  const again = `Remove it, and read everything anew: rm ${file} && npm run rebuild -- --brand ${brand}`;
  switch (compared.state) {
    case 'damaged':
      return wrong(`${file} is damaged: ${compared.problem}.`, again);
    case 'different':
      return wrong(
        `${file} has ${compared.books} books and the upstream ${compared.upstream}, though it tells of no change.`,
        again,
      );
    case 'outdated':
      return fine('The snapshot is of another version of Lectern: the next rebuild reads everything.');
    case 'behind':
      return fine(`The next rebuild takes ${compared.changes} changes of books.`);
    case 'same':
      return fine(`The snapshot has the ${compared.books} books of the upstream.`);
    default:
      return skipped('The upstream tells no changes of its books, or broke the contract: every rebuild compares all.');
  }
}
