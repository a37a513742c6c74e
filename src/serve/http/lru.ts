import { LRUCache } from 'lru-cache';
import type { CacheGauge } from './meter.ts';

/** A cache with a limit in bytes that evicts the least recently used values first. */
export interface ByteLru<V> {
  get(key: string): V | undefined;
  /** Stores `value`, which occupies `bytes`. A value larger than the limit is not stored. */
  set(key: string, value: V, bytes: number): void;
  delete(key: string): void;
  clear(): void;
  gauge(): CacheGauge;
}

export function createByteLru<V extends object | string | number>(bound: number): ByteLru<V> {
  const cache = new LRUCache<string, V>({ maxSize: Math.max(1, Math.floor(bound)) });
  return {
    get: (key) => cache.get(key),
    // The size is at least 1, because the library accepts only integers above 0.
    set: (key, value, bytes) => void cache.set(key, value, { size: Math.max(1, bytes) }),
    delete: (key) => void cache.delete(key),
    clear: () => cache.clear(),
    gauge: () => ({ bytes: cache.calculatedSize, limit: cache.maxSize }),
  };
}
