import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { createBlockedPages } from './blocked-pages.ts';
import type { ServerMeter, ThreadGauge } from './meter.ts';
import type { RenderThreadData, RenderThreadResult } from './render.worker.ts';
import type { RenderedPage, Renderer, RenderTask } from './render-page.ts';
import { BEATS, RUNNING } from './render-signals.ts';
import { createStillness, type Stillness } from './stillness.ts';

export interface RenderThreadsOptions {
  /** Folder of the built site. */
  readonly folder: string;
  readonly log: Log;
  /** Default: one for each processor, from 2 to 4. */
  readonly threads?: number;
  /** How much of a processor's time a page may take at a stretch; default one second. */
  readonly stalledMs?: number;
  readonly memoryMiB?: number;
  readonly meter?: Pick<ServerMeter, 'call' | 'page' | 'threadReplaced'> | undefined;
}

const CHECK_EVERY_MS = 100;
/** Most pages of all brands that one thread renders at a time: nearly all of them wait for the upstream. */
const CONCURRENT_PAGES = 512;
const UNAVAILABLE: RenderedPage = { kind: 'error', status: 503 };
/** How often a page is begun, where its thread ended because of another page. */
const ATTEMPTS = 2;

/**
 * Threads that render pages, each with the built site. A thread whose event loop stands still, or that has no memory left,
 * is ended and replaced. The page that held it answers 503 and is not rendered for a while; the others in the thread are
 * rendered once more. docs/decisions/0003-pages-are-rendered-in-threads.md
 */
export async function createRenderThreads(options: RenderThreadsOptions): Promise<Renderer> {
  const { log, meter, threads: count = Math.min(4, Math.max(2, availableParallelism())), stalledMs = 1000 } = options;
  const blocked = createBlockedPages();
  const threads = Array.from({ length: count }, () => startThread(options));
  await Promise.all(threads.map((thread) => thread.pool.run(undefined, { name: 'ready' }))).catch(async (error) => {
    await Promise.all(threads.map((thread) => thread.pool.destroy()));
    throw error;
  });
  let isClosed = false;

  const replace = (thread: RenderThread, reason: string) => {
    const place = threads.indexOf(thread);
    if (isClosed || place < 0) return;
    threads[place] = startThread(options);
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
  add(task: RenderTask): number;
}

function gaugeOf({ pool, tasks }: RenderThread): ThreadGauge {
  const { active = 0 } = pool.threads[0]?.performance.eventLoopUtilization() ?? {};
  return { pages: tasks.size, activeSeconds: active / 1000 };
}

/** Each thread is a pool of its own, because a pool of several could not be told to end one that stands still. */
function startThread({ folder, memoryMiB = 512, meter }: RenderThreadsOptions): RenderThread {
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
  return {
    pool,
    signals,
    tasks,
    stillness: createStillness(() => pool.threads[0]?.cpuUsage()),
    add(task) {
      number += 1;
      tasks.set(number, task);
      return number;
    },
  };
}

/** A thread that stands still for the moment comes last. */
function leastBusy(threads: readonly RenderThread[]): RenderThread | undefined {
  const isStill = ({ stillness }: RenderThread) => (stillness.isLongerThan(CHECK_EVERY_MS) ? 1 : 0);
  return threads.toSorted((a, b) => isStill(a) - isStill(b) || a.tasks.size - b.tasks.size)[0];
}
