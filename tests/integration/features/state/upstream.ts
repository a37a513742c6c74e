import { createBrowserClient } from '#src/contract/client/client.browser.ts';
import { loadStores, type MemoryPlatform, memoryPlatform } from '../../../unit/shell/state/memory-platform.ts';

export type Stores = Awaited<ReturnType<typeof loadStores>>;

export interface Device {
  readonly platform: MemoryPlatform;
  readonly stores: Stores;
}

/** Simulates a browser that has its own device id and calls a real server. */
export async function startDevice(origin: string, parts: Partial<MemoryPlatform> = {}): Promise<Device> {
  const platform: MemoryPlatform = {
    ...memoryPlatform(),
    randomUuid: () => crypto.randomUUID(),
    client: (prefix) => createBrowserClient({ prefix, origin }),
    ...parts,
  };
  return { platform, stores: await loadStores(platform) };
}
