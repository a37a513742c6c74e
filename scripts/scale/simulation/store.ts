import { StoreError } from '#src/publish/release-store/index.ts';
import type { Machine } from './machine.ts';

/** The parts of a bucket's content that decisions depend on. */
export interface SimulatedStore {
  /** Makes one or several requests, with this number of bytes in total. */
  request(machine: Machine, kind: 'put' | 'get' | 'list', times?: number, bytes?: number): Promise<void>;
  /** The pages of each run, by shard number. */
  readonly parts: Map<string, Map<number, Row>>;
  /** The shards of each run. */
  readonly cuts: Map<string, readonly Row[]>;
  /** The live release of each brand. */
  readonly pointers: Map<string, { readonly release: string; readonly number: number }>;
  /** Releases in the order in which they were published. */
  readonly published: { readonly brand: string; readonly release: string; readonly number: number }[];
  slowUntil(moment: number, times: number): void;
  counts(): { readonly puts: number; readonly gets: number; readonly lists: number; readonly gigabytes: number };
}

/** A range of consecutive pages of a plan. */
export interface Row {
  readonly from: number;
  readonly to: number;
}

const REQUEST_MS = 20;
/** The same limit as in src/publish/release-store/body.ts. */
const MAX_CONCURRENT_REQUESTS = 64;
/** Network rate of each machine, in bytes per ms. */
const BYTES_PER_MS = 125_000;
/** How long requests to an unreachable store are retried, in ms. */
const RETRY_LIMIT_MS = 20_000;

export function createStore(time: { now(): number }): SimulatedStore {
  const counts = { put: 0, get: 0, list: 0 };
  let bytesMoved = 0;
  let slow = { until: 0, times: 1 };
  return {
    parts: new Map(),
    cuts: new Map(),
    pointers: new Map(),
    published: [],
    async request(machine, kind, times = 1, bytes = 0) {
      if (machine.isCutOff) {
        await machine.clock.wait(RETRY_LIMIT_MS);
        if (machine.isCutOff) throw new StoreError('The release store cannot be reached.');
      }
      counts[kind] += times;
      bytesMoved += bytes;
      const slowness = time.now() < slow.until ? slow.times : 1;
      await machine.clock.wait(
        Math.ceil(times / MAX_CONCURRENT_REQUESTS) * REQUEST_MS * slowness + bytes / BYTES_PER_MS,
      );
    },
    slowUntil(until, times) {
      slow = { until, times };
    },
    counts: () => ({ puts: counts.put, gets: counts.get, lists: counts.list, gigabytes: bytesMoved / 1e9 }),
  };
}
