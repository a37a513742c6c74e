import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { createBlockedPages } from './blocked-pages.ts';
import type { ServerMeter, ThreadGauge } from './meter.ts';
import type { RenderThreadData, RenderThreadResult } from './render.worker.ts';
import type { RenderedPage, Renderer, RenderTask } from './render-page.ts';
import { BEATS, RUNNING } from './render-signals.ts';
import { createStillness, type Stillness } from './stillness.ts';
import type { WarmUp } from './warm-up.ts';

export interface RenderThreadsOptions {
  /** Folder of the built site. */
  readonly folder: string;
  readonly log: Log;
  /** Default: one for each processor, from 2 to 4. */
  readonly threads?: number;
  /** How much of a processor's time a page may take at a stretch; default one second. */
  readonly stalledMs?: number;
  readonly memoryMiB?: number;
  /** What each thread renders before it gets pages, because the first ones of a fresh thread take many times as long. */
  readonly warmUp?: WarmUp;
  readonly meter?: Pick<ServerMeter, 'call' | 'page' | 'threadReplaced'> | undefined;
}

const CHECK_EVERY_MS = 100;
/** Most pages of all brands that one thread renders at a time: nearly all of them wait for the upstream. */
const CONCURRENT_PAGES = 512;
const UNAVAILABLE: RenderedPage = { kind: 'error', status: 503 };
/** How often a page is begun, where its thread ended because of another page. */
const ATTEMPTS = 2;
/** The site listens after this time also if its threads are not warm, because the machine is busy. */
const MAX_WARM_UP_MS = 60_000;

/**
 * Threads that render pages, each with the built site. A thread whose event loop stands still, or that has no memory left,
 * is ended and replaced. The page that held it answers 503 and is not rendered for a while; the others in the thread are
 * rendered once more. docs/decisions/0003-pages-are-rendered-in-threads.md
 */
export async function createRenderThreads(options: RenderThreadsOptions): Promise<Renderer> {
  const { log, meter, threads: count = Math.min(4, Math.max(2, availableParallelism())), stalledMs = 1000 } = options;
  const blocked = createBlockedPages();
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
    log.error('a render thread was replaced', { reason, brand: culprit?.brand.id, pages: thread.tasks.size });
    meter?.threadReplaced();
    void thread.pool.destroy().catch(() => undefined);
  };

  const check = () => {
    for (const thread of [...threads]) {
      const isWorking = thread.tasks.size > 0;
      thread.stillness.check(isWorking ? Atomics.load(thread.signals, BEATS) : 0);
      if (thread.stillness.isLongerThan(stalledMs)) replace(thread, `a page held it for more than ${stalledMs} ms`);
    }
  };
  const watch = setInterval(check, CHECK_EVERY_MS).unref();

  const render = async (task: RenderTask): Promise<RenderedPage> => {
    for (let attempt = 0; attempt < ATTEMPTS && !isClosed; attempt += 1) {
      const thread = leastBusy(threads);
      if (!thread || blocked.has(task)) return UNAVAILABLE;
      const number = thread.add(task);
      try {
        const { page, calls }: RenderThreadResult = await thread.pool.run({ number, task }, { name: 'render' });
        for (const call of calls) meter?.call(call);
        return page;
      } catch (error) {
        // A page's own error is a result: only the end of the thread comes here.
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
  readonly stillness: Stillness;
  /** Settled once it is warm, or cannot load the site. */
  readonly prepared: Promise<void>;
  isPrepared(): boolean;
  add(task: RenderTask): number;
}

function gaugeOf({ pool, tasks }: RenderThread): ThreadGauge {
  const { active = 0 } = pool.threads[0]?.performance.eventLoopUtilization() ?? {};
  return { pages: tasks.size, activeSeconds: active / 1000 };
}

/** Each thread is a pool of its own, because a pool of several could not be told to end one that stands still. */
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
    // Otherwise an idle thread sleeps, and its timers and connections with it.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
    workerData: data,
  });
  // The promise of each task is rejected, too.
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
    stillness: createStillness(() => pool.threads[0]?.cpuUsage()),
    prepared,
    isPrepared: () => isPrepared,
    add(task) {
      number += 1;
      tasks.set(number, task);
      return number;
    },
  };
}

/** @throws Error where the thread cannot load the site */
async function prepare(pool: Piscina, warmUp: WarmUp | undefined): Promise<void> {
  await pool.run(undefined, { name: 'ready' });
  if (!warmUp) return;
  const isOver = new AbortController();
  const warm = pool.run(warmUp, { name: 'warmUp' }).finally(() => isOver.abort());
  // A thread that ends meanwhile is replaced by the pool, or by its first page.
  await Promise.race([warm, wait(MAX_WARM_UP_MS, undefined, { ref: false, signal: isOver.signal })]).catch(() => {});
}

/** A thread that stands still for the moment, or is not ready yet, comes last. */
function leastBusy(threads: readonly RenderThread[]): RenderThread | undefined {
  const isLate = ({ stillness, isPrepared }: RenderThread) =>
    stillness.isLongerThan(CHECK_EVERY_MS) || !isPrepared() ? 1 : 0;
  return threads.toSorted((a, b) => isLate(a) - isLate(b) || a.tasks.size - b.tasks.size)[0];
}
