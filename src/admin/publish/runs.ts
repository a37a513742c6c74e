import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { AdminError } from '../http/error.ts';
import type { PagePlan, Publishing, PublishProgress } from './types.ts';

/** One brand of a run. */
interface BrandRun extends PublishProgress {
  readonly brand: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly exitCode: number | null;
  readonly report: unknown;
  readonly message: string;
}

/** One press of "publish": its brands are rebuilt one after another. */
export interface PublishRun {
  readonly id: string;
  readonly by: string;
  /** RFC 3339, UTC. */
  readonly started: string;
  readonly ended: string | null;
  readonly brands: readonly BrandRun[];
}

export interface Publisher {
  plan(brands: readonly string[]): Promise<readonly PagePlan[]>;
  /** @throws AdminError conflict where one of the brands is being published */
  start(brands: readonly string[], by: string): PublishRun;
  run(id: string): PublishRun | undefined;
  /** Ends a run: the brand that is being rebuilt keeps its live release, those that wait are left out. */
  cancel(id: string): void;
  /** The last ones, the newest first. */
  runs(): readonly PublishRun[];
  /** The run as it is and whenever it changes, up to its end. */
  changes(id: string, stop: AbortSignal): AsyncIterable<PublishRun>;
  /** Ends what is under way. The live releases stay as they are. */
  close(): Promise<void>;
}

const KEPT_RUNS = 50;

export function createPublisher(work: Publishing, log: Log, now: () => Date): Publisher {
  const runs = new Map<string, PublishRun>();
  const told = new EventEmitter().setMaxListeners(0);
  const stop = new AbortController();
  /** What ends the runs under way. */
  const cancels = new Map<string, AbortController>();
  const working = new Set<Promise<unknown>>();
  let planning: Promise<unknown> = Promise.resolve();

  const set = (id: string, change: (run: PublishRun) => PublishRun) => {
    const run = runs.get(id);
    if (!run) return;
    runs.set(id, change(run));
    told.emit(id);
  };
  const setBrand = (id: string, brand: string, change: Partial<BrandRun>) =>
    set(id, (run) => ({
      ...run,
      brands: run.brands.map((one) => (one.brand === brand ? { ...one, ...change } : one)),
    }));

  const publishOne = async (id: string, brand: string, cancelled: AbortSignal) => {
    if (cancelled.aborted) return setBrand(id, brand, { state: 'cancelled' });
    setBrand(id, brand, { state: 'running' });
    const end = await work
      .publish(brand, (progress) => setBrand(id, brand, progress), AbortSignal.any([stop.signal, cancelled]))
      .catch((error: unknown) => ({ exitCode: 1, report: undefined, message: messageOf(error) }));
    const isDone = end.exitCode === 0 || end.exitCode === 5;
    const state = isDone ? 'done' : cancelled.aborted ? 'cancelled' : 'failed';
    setBrand(id, brand, { ...end, state, ...(state === 'cancelled' ? { message: '' } : {}) });
    log[state === 'failed' ? 'error' : 'info']('a publish has ended', {
      run: id,
      brand,
      state,
      exitCode: end.exitCode,
    });
  };
  const publishAll = async (id: string, brands: readonly string[], cancelled: AbortSignal) => {
    for (const brand of brands) await publishOne(id, brand, cancelled);
    cancels.delete(id);
    set(id, (run) => ({ ...run, ended: now().toISOString() }));
  };
  const remember = <T>(promise: Promise<T>): Promise<T> => {
    const settled = promise.catch(() => {}).finally(() => working.delete(settled));
    working.add(settled);
    return promise;
  };

  return {
    plan(brands) {
      // One at a time: each copies the store, and takes a processor.
      const next = planning.catch(() => {}).then(() => work.plan(brands, stop.signal));
      planning = next;
      return remember(next);
    },
    start(brands, by) {
      const busy = [...runs.values()].filter(({ ended }) => ended === null).flatMap((run) => run.brands);
      const taken = brands.filter((id) =>
        busy.some(({ brand, state }) => brand === id && (state === 'waiting' || state === 'running')),
      );
      if (taken.length > 0) throw new AdminError('conflict', `${taken.join(', ')} is being published already.`);
      const id = randomUUID();
      const waiting = {
        state: 'waiting',
        stage: '',
        done: 0,
        total: 0,
        exitCode: null,
        report: null,
        message: '',
      } as const;
      const run = {
        id,
        by,
        started: now().toISOString(),
        ended: null,
        brands: brands.map((brand) => ({ brand, ...waiting })),
      };
      runs.set(id, run);
      for (const [old, { ended }] of runs) if (runs.size > KEPT_RUNS && ended !== null) runs.delete(old);
      const cancel = new AbortController();
      cancels.set(id, cancel);
      void remember(publishAll(id, brands, cancel.signal));
      return run;
    },
    cancel: (id) => cancels.get(id)?.abort(),
    run: (id) => runs.get(id),
    runs: () => [...runs.values()].reverse(),
    async *changes(id, left) {
      const signal = AbortSignal.any([left, stop.signal]);
      for (let run = runs.get(id); run; run = runs.get(id)) {
        const changed = once(told, id, signal);
        yield run;
        if (run.ended !== null || signal.aborted) return;
        // What changed while the last one was sent is sent with the next.
        await changed;
      }
    },
    async close() {
      stop.abort();
      await Promise.all(working);
    },
  };
}

/** Resolves at the next event, or when it is told to stop. */
function once(emitter: EventEmitter, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      emitter.off(name, end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    emitter.on(name, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
