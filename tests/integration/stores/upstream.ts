import { createBrowserClient } from '#src/api-client/client.browser.ts';
import { loadStores, type MemoryPlatform, memoryPlatform } from '../../unit/stores/memory-platform.ts';

export type Stores = Awaited<ReturnType<typeof loadStores>>;

export interface Device {
  readonly platform: MemoryPlatform;
  readonly stores: Stores;
}

/** A browser whose calls go to a real server, with a device id of its own. */
export async function startDevice(origin: string, parts: Partial<MemoryPlatform> = {}): Promise<Device> {
  const platform: MemoryPlatform = {
    ...memoryPlatform(),
    randomUuid: () => crypto.randomUUID(),
    client: (prefix) => createBrowserClient({ prefix, origin }),
    ...parts,
  };
  return { platform, stores: await loadStores(platform) };
}
