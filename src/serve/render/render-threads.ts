import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { shareOnce } from '#src/lib/once-per-process.ts';
import type { ServerMeter, ThreadGauge } from '../http/meter.ts';
import { createBlockedPages } from './blocked-pages.ts';
import { createStallDetector, type StallDetector } from './event-loop-stall.ts';
import type { RenderThreadData, RenderThreadResult } from './render.worker.ts';
import type { RenderedPage, Renderer, RenderTask } from './render-page.ts';
import { BEATS, RUNNING } from './render-signals.ts';
import type { WarmUp } from './warm-up.ts';

export interface RenderThreadsOptions {
  /** Folder of the built site. */
  readonly folder: string;
  readonly log: Log;
  /** Number of threads; default: one per processor, at least 2 and at most 4. */
  readonly threads?: number;
  /** Processor time that a page may use without yielding, in ms; default: one second. */
  readonly stalledMs?: number;
  readonly memoryMiB?: number;
  /** Pages that each thread renders before it gets requests. The first renderings in a new thread are much slower. */
  readonly warmUp?: WarmUp;
  readonly meter?: Pick<ServerMeter, 'call' | 'page' | 'threadReplaced'> | undefined;
}

const CHECK_EVERY_MS = 100;
/**
 * Maximum number of pages of all brands that one thread renders at a time. They spend most of their time waiting for
 * the upstream.
 */
const CONCURRENT_PAGES = 512;
const UNAVAILABLE: RenderedPage = { kind: 'error', status: 503 };
/**
 * Maximum number of times that a page is started. It is started again if its thread was terminated because of another
 * page.
 */
const MAX_ATTEMPTS = 2;
/** Time after which the site starts even if its threads are still warming up, in ms. */
const MAX_WARM_UP_MS = 60_000;

/**
 * Threads that render pages, each with the built site. A thread whose event loop stalls, or that runs out of memory, is
 * terminated and replaced. The page that blocked it responds with 503 and is not rendered for a while. The thread's
 * other pages are rendered once more. See docs/decisions/0003-pages-are-rendered-in-threads.md.
 */
export async function createRenderThreads(options: RenderThreadsOptions): Promise<Renderer> {
  const { log, meter, threads: count = Math.min(4, Math.max(2, availableParallelism())), stalledMs = 1000 } = options;
  const blocked = createBlockedPages();
  shareOnce();
  const threads = Array.from({ length: count }, () => startThread(options));
  await Promise.all(threads.map((thread) => thread.prepared)).catch(async (error) => {
    await Promise.all(threads.map((thread) => thread.pool.destroy()));
    throw error;
  });
  let isClosed = false;

  const replace = (thread: RenderThread, reason: string) => {
    const place = threads.indexOf(thread);
    if (isClosed || place < 0) return;
    const next = startThread(options);
    next.prepared.catch((failure: unknown) => {
      if (!isClosed) log.error(`a render thread cannot load the site: ${messageOf(failure)}`);
    });
    threads[place] = next;
    const culprit = thread.tasks.get(thread.signals[RUNNING] ?? 0);
    if (culprit) blocked.add(culprit);
    log.error('replaced a render thread', { reason, brand: culprit?.brand.id, pages: thread.tasks.size });
    meter?.threadReplaced();
    void thread.pool.destroy().catch(() => undefined);
  };

  const check = () => {
    for (const thread of [...threads]) {
      const isWorking = thread.tasks.size > 0;
      thread.stall.check(isWorking ? Atomics.load(thread.signals, BEATS) : 0);
      if (thread.stall.isLongerThan(stalledMs)) replace(thread, `a page blocked it for more than ${stalledMs} ms`);
    }
  };
  const watch = setInterval(check, CHECK_EVERY_MS).unref();

  const render = async (task: RenderTask): Promise<RenderedPage> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !isClosed; attempt += 1) {
      const thread = leastBusy(threads);
      if (!thread || blocked.has(task)) return UNAVAILABLE;
      const number = thread.add(task);
      try {
        const { page, calls }: RenderThreadResult = await thread.pool.run({ number, task }, { name: 'render' });
        for (const call of calls) meter?.call(call);
        return page;
      } catch (error) {
        // Errors in a page are returned as results, so a rejection means that the thread has ended.
        replace(thread, messageOf(error));
      } finally {
        thread.tasks.delete(number);
      }
    }
    return UNAVAILABLE;
  };

  return {
    async render(task) {
      const began = performance.now();
      const page = await render(task);
      meter?.page({ brand: task.brand.id, result: page.kind, seconds: (performance.now() - began) / 1000 });
      return page;
    },
    threads: () => threads.map(gaugeOf),
    async close() {
      isClosed = true;
      clearInterval(watch);
      await Promise.all(threads.map((thread) => thread.pool.destroy()));
    },
  };
}

interface RenderThread {
  readonly pool: Piscina;
  readonly signals: Int32Array;
  readonly tasks: Map<number, RenderTask>;
  readonly stall: StallDetector;
  /** Resolves when the thread is warm. Rejects if it cannot load the site. */
  readonly prepared: Promise<void>;
  isPrepared(): boolean;
  add(task: RenderTask): number;
}

function gaugeOf({ pool, tasks }: RenderThread): ThreadGauge {
  const { active = 0 } = pool.threads[0]?.performance.eventLoopUtilization() ?? {};
  return { pages: tasks.size, activeSeconds: active / 1000 };
}

/** Each thread is a separate pool, because a pool with several threads cannot terminate a specific one. */
function startThread({ folder, memoryMiB = 512, meter, warmUp }: RenderThreadsOptions): RenderThread {
  const signals = new Int32Array(new SharedArrayBuffer(8));
  const data: RenderThreadData = {
    folder,
    signals,
    isTerminal: process.stderr.isTTY === true,
    isMeasured: meter !== undefined,
  };
  const pool = new Piscina({
    filename: new URL('./render.worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: CONCURRENT_PAGES,
    // With atomics, an idle thread would block its own timers and connections.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
    workerData: data,
  });
  // The rejected promise of the task already reports the error. Without this listener, Node would throw it.
  pool.on('error', () => {});
  const tasks = new Map<number, RenderTask>();
  let number = 0;
  let isPrepared = false;
  const prepared = prepare(pool, warmUp).then(() => {
    isPrepared = true;
  });
  return {
    pool,
    signals,
    tasks,
    stall: createStallDetector(() => pool.threads[0]?.cpuUsage()),
    prepared,
    isPrepared: () => isPrepared,
    add(task) {
      number += 1;
      tasks.set(number, task);
      return number;
    },
  };
}

/** @throws Error if the thread cannot load the site */
async function prepare(pool: Piscina, warmUp: WarmUp | undefined): Promise<void> {
  await pool.run(undefined, { name: 'ready' });
  if (!warmUp) return;
  const isOver = new AbortController();
  const warm = pool.run(warmUp, { name: 'warmUp' }).finally(() => isOver.abort());
  // A failed warm-up is ignored: if the thread has ended, the pool replaces it immediately or for its first page.
  await Promise.race([warm, wait(MAX_WARM_UP_MS, undefined, { ref: false, signal: isOver.signal })]).catch(() => {});
}

/** Chooses the thread with the fewest tasks. Prefers threads that are ready and not stalled. */
function leastBusy(threads: readonly RenderThread[]): RenderThread | undefined {
  const isLate = ({ stall, isPrepared }: RenderThread) => (stall.isLongerThan(CHECK_EVERY_MS) || !isPrepared() ? 1 : 0);
  return threads.toSorted((a, b) => isLate(a) - isLate(b) || a.tasks.size - b.tasks.size)[0];
}
