import type { Brand } from '#src/brand/registry.ts';
import { createServerClient } from '#src/contract/client/client.server.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { freeGarbage } from '#src/publish/render/free-garbage.ts';
import {
  type BooksById,
  isReadByItem,
  type ResponseCache,
  readChangedBooks,
  settingsCheck,
  syncSnapshot,
  type UpstreamClient,
} from '#src/publish/snapshot/index.ts';
import { createLosses, type Loss } from '#src/publish/snapshot/losses.ts';
import { countCall, createTally } from './tally.ts';
import type { RebuildConfig, RunTally } from './types.ts';

/** Timeout of a call, in ms. With it, a run whose upstream hangs fails well within a minute. */
const CALL_TIMEOUT_MS = 10_000;

interface SyncStage {
  readonly config: RebuildConfig;
  readonly brand: Brand;
  /** Whether the run publishes new settings of the brand. */
  readonly pullsSettings: boolean;
  /** The snapshot's file. */
  readonly file: string;
  readonly tally: RunTally;
}

/** Updates the brand's snapshot. */
export async function syncStage({ config, brand, pullsSettings, file, tally }: SyncStage): Promise<Synced> {
  const losses = createLosses(config.log);
  const upstream = openUpstream(config, brand, tally);
  const { upstreamId = config.upstream } = config;
  try {
    await syncSnapshot({
      file,
      locales: brand.locales,
      books: brand.prerender?.books,
      livingLists: brand.livingLists,
      checkSettings: pullsSettings ? settingsCheck(brand) : undefined,
      upstream: upstreamId + brand.apiPrefix,
      connect: upstream.connect,
      losses,
    });
    return { apiCalls: tally.upstream.calls, losses: losses.all() };
  } finally {
    await upstream.close();
    freeGarbage();
  }
}

/** The result of a sync, and the items left out because they broke the contract. */
export interface Synced {
  readonly apiCalls: number;
  readonly losses: readonly Loss[];
}

/** The changed books in each locale of the brand. */
export type ChangedBooks = ReadonlyMap<string, BooksById>;

/**
 * Asks the upstream which books have changed since the cursor.
 * @throws ConfigError if the upstream rejects the cursor
 */
export async function changedSince(
  config: RebuildConfig,
  brand: Pick<Brand, 'apiPrefix' | 'locales'>,
  cursor: string,
): Promise<ChangedBooks> {
  const upstream = openUpstream(config, brand, createTally());
  const client = upstream.connect();
  const changed = new Map<string, BooksById>();
  try {
    for (const code of brand.locales) {
      const books = await readChangedBooks(client, code, cursor);
      if (!books)
        throw new ConfigError(
          `The upstream does not accept the cursor "${cursor}", or has no list of changes. Use a cursor returned by book.list, or run without --changed-since to publish everything that changed since the last night.`,
        );
      changed.set(code, books);
    }
    return changed;
  } finally {
    await upstream.close();
  }
}

function openUpstream(config: RebuildConfig, brand: Pick<Brand, 'apiPrefix'>, tally: RunTally) {
  const { upstream: origin, log, callTimeoutMs: timeoutMs = CALL_TIMEOUT_MS } = config;
  const closing: (() => Promise<void>)[] = [];
  return {
    connect(etags?: ResponseCache): UpstreamClient {
      const client = createServerClient({
        origin,
        prefix: brand.apiPrefix,
        log,
        timeoutMs,
        connections: 8,
        leavesOut: isReadByItem,
        onRetry() {
          tally.upstream.retries += 1;
        },
        ...(etags ? { etags } : {}),
      });
      closing.push(client.close);
      return {
        lacks: client.lacks,
        probe: client.probe,
        async call(call, params, context) {
          const result = await client.call(call, params, context);
          countCall(tally, result);
          return result;
        },
      };
    },
    close: async () => void (await Promise.all(closing.map((close) => close()))),
  };
}
