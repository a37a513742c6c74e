import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { BrandPlan, BrandRun, PublishEnd, PublishRun } from '#src/admin/contract/publish.ts';
import { EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { AdminError } from '../http/error.ts';
import type { AdminJobs } from '../jobs.ts';

export interface Publisher {
  plan(brands: readonly string[]): Promise<readonly BrandPlan[]>;
  /** @throws AdminError conflict if one of the brands is already being published */
  start(brands: readonly string[], by: string): PublishRun;
  run(id: string): PublishRun | undefined;
  /** Stops a run. Its running rebuild is aborted and leaves the live release in place; waiting brands are skipped. */
  cancel(id: string): void;
  /** The latest runs, newest first. */
  runs(): readonly PublishRun[];
  /** Yields the run now and after each change, until it ends. */
  changes(id: string, stop: AbortSignal): AsyncIterable<PublishRun>;
  /** Aborts all running jobs. Live releases do not change. */
  close(): Promise<void>;
}

const MAX_RUNS = 50;

export function createPublisher(jobs: Pick<AdminJobs, 'plan' | 'publish'>, log: Log, now: () => Date): Publisher {
  const runs = new Map<string, PublishRun>();
  const runChanges = new EventEmitter().setMaxListeners(0);
  const stop = new AbortController();
  /** Abort controllers of the unfinished runs, by id. */
  const cancels = new Map<string, AbortController>();
  const unfinished = new Set<Promise<unknown>>();
  let planning: Promise<unknown> = Promise.resolve();

  const set = (id: string, change: (run: PublishRun) => PublishRun) => {
    const run = runs.get(id);
    if (!run) return;
    runs.set(id, change(run));
    runChanges.emit(id);
  };
  const setBrand = (id: string, brand: string, change: Partial<BrandRun>) =>
    set(id, (run) => ({
      ...run,
      brands: run.brands.map((current) => (current.brand === brand ? { ...current, ...change } : current)),
    }));

  const publishOne = async (id: string, brand: string, cancelled: AbortSignal) => {
    if (cancelled.aborted) return setBrand(id, brand, { state: 'cancelled' });
    setBrand(id, brand, { state: 'running' });
    const end = await jobs
      .publish(brand, (progress) => setBrand(id, brand, progress), AbortSignal.any([stop.signal, cancelled]))
      .catch(failedEnd);
    const isDone = end.exitCode === EXIT.done || end.exitCode === EXIT.proxy;
    const state = isDone ? 'done' : cancelled.aborted ? 'cancelled' : 'failed';
    setBrand(id, brand, { ...end, state, ...(state === 'cancelled' ? { message: '' } : {}) });
    log[state === 'failed' ? 'error' : 'info']('publish ended', {
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
  const track = <T>(promise: Promise<T>): Promise<T> => {
    const settled = promise.catch(() => {}).finally(() => unfinished.delete(settled));
    unfinished.add(settled);
    return promise;
  };

  return {
    plan(brands) {
      // Plans run one after another: each plan copies the store and keeps a CPU core busy.
      const next = planning.catch(() => {}).then(() => jobs.plan(brands, stop.signal));
      planning = next;
      return track(next);
    },
    start(brands, by) {
      const busy = [...runs.values()].filter(({ ended }) => ended === null).flatMap((run) => run.brands);
      const conflicting = brands.filter((id) =>
        busy.some(({ brand, state }) => brand === id && (state === 'waiting' || state === 'running')),
      );
      if (conflicting.length > 0)
        throw new AdminError('conflict', `${conflicting.join(', ')} is already being published.`);
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
      for (const [old, { ended }] of runs) if (runs.size > MAX_RUNS && ended !== null) runs.delete(old);
      const cancel = new AbortController();
      cancels.set(id, cancel);
      void track(publishAll(id, brands, cancel.signal));
      return run;
    },
    cancel: (id) => cancels.get(id)?.abort(),
    run: (id) => runs.get(id),
    runs: () => [...runs.values()].reverse(),
    async *changes(id, stopWatching) {
      const signal = AbortSignal.any([stopWatching, stop.signal]);
      for (let run = runs.get(id); run; run = runs.get(id)) {
        const changed = once(runChanges, id, signal);
        yield run;
        if (run.ended !== null || signal.aborted) return;
        // `changed` was created before the yield, so changes made while the run was being sent are not missed.
        await changed;
      }
    },
    async close() {
      stop.abort();
      await Promise.all(unfinished);
    },
  };
}

const failedEnd = (error: unknown): PublishEnd => ({
  exitCode: error instanceof LecternError ? error.exitCode : EXIT.failure,
  report: null,
  message: messageOf(error),
});

/** Resolves at the next event, or when the signal is aborted. */
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
