import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import { createServerClient } from '#src/contract/client/client.server.ts';
import type { Log } from '#src/lib/log.ts';
import { isReadByItem, settingsCheck, syncSnapshot } from '#src/publish/snapshot/index.ts';
import { createLosses } from '#src/publish/snapshot/losses.ts';

const CALL_TIMEOUT_MS = 10_000;

interface SnapshotSync {
  readonly brand: Brand;
  /** Origin of the upstream. */
  readonly upstream: string;
  /** Path of the snapshot, which is created if it is missing. */
  readonly snapshot: string;
  readonly log: Log;
}

/** Updates a brand's snapshot, as the first step of a rebuild does. */
export async function syncBrandSnapshot({ brand, upstream: origin, snapshot, log }: SnapshotSync): Promise<void> {
  await mkdir(dirname(snapshot), { recursive: true });
  const clients: { close(): Promise<void> }[] = [];
  try {
    await syncSnapshot({
      file: snapshot,
      locales: brand.locales,
      books: brand.prerender?.books,
      livingLists: brand.livingLists,
      upstream: origin + brand.apiPrefix,
      checkSettings: settingsCheck(brand),
      losses: createLosses(log),
      connect(etags) {
        const options = { origin, prefix: brand.apiPrefix, log, timeoutMs: CALL_TIMEOUT_MS, leavesOut: isReadByItem };
        const client = createServerClient({ ...options, ...(etags && { etags }) });
        clients.push(client);
        return client;
      },
    });
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}
