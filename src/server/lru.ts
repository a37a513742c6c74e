import { LRUCache } from 'lru-cache';
import type { CacheGauge } from './meter.ts';

/** A cache within a bound of bytes; what was not used for longest goes first. */
export interface ByteLru<V> {
  get(key: string): V | undefined;
  /** Stores `value`, which takes `bytes`. One above the bound is not stored. */
  set(key: string, value: V, bytes: number): void;
  delete(key: string): void;
  clear(): void;
  gauge(): CacheGauge;
}

export function createByteLru<V extends object | string | number>(bound: number): ByteLru<V> {
  const cache = new LRUCache<string, V>({ maxSize: Math.max(1, Math.floor(bound)) });
  return {
    get: (key) => cache.get(key),
    // The library takes whole sizes above 0 only.
    set: (key, value, bytes) => void cache.set(key, value, { size: Math.max(1, bytes) }),
    delete: (key) => void cache.delete(key),
    clear: () => cache.clear(),
    gauge: () => ({ bytes: cache.calculatedSize, limit: cache.maxSize }),
  };
}
