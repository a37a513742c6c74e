import { AsyncLocalStorage } from 'node:async_hooks';
import { promiseHooks } from 'node:v8';
import { workerData } from 'piscina';
import { messageOf } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { withRequestId } from '#src/lib/request-id.ts';
import { loadSite } from '#src/site-bundle/index.ts';
import type { MeasuredCall } from './meter.ts';
import { type RenderedPage, type RenderTask, renderPage } from './render-page.ts';
import { BEATS, RUNNING } from './render-signals.ts';
import { measureCallsOfThread } from './thread-calls.ts';
import { type WarmUp, warmUpSite } from './warm-up.ts';

/** What `createRenderThreads` gives a thread. */
export interface RenderThreadData {
  readonly folder: string;
  /** Shared: how often the thread's event loop came round, and the number of the task that runs in it. */
  readonly signals: Int32Array;
  /** Whether standard error is a terminal: a thread does not know. */
  readonly isTerminal: boolean;
  /** Whether it tells of the calls that pages make. */
  readonly isMeasured: boolean;
}

export interface RenderThreadResult {
  readonly page: RenderedPage;
  /** Calls to the upstream that have ended since the last result. */
  readonly calls: readonly MeasuredCall[];
}

const BEAT_EVERY_MS = 50;

const { folder, signals, isTerminal, isMeasured }: RenderThreadData = workerData;
Object.defineProperty(process.stderr, 'isTTY', { value: isTerminal });
const log = createLog();
// A promise that a page forgot to wait for must not end the thread for all brands.
process.on('unhandledRejection', (reason) => {
  log.error(`nobody waited for a promise that failed: ${reason instanceof Error ? reason.stack : messageOf(reason)}`);
});

const calls = isMeasured ? measureCallsOfThread() : undefined;
const site = await loadSite({ folder });
const running = new AsyncLocalStorage<number>();
// Many pages are under way at a time. Each continuation of one says which it is, for the case that it never ends.
promiseHooks.onBefore(() => {
  const task = running.getStore();
  if (task !== undefined) signals[RUNNING] = task;
});
setInterval(() => Atomics.add(signals, BEATS, 1), BEAT_EVERY_MS).unref();

/** Answers once the code of every page is loaded. */
export const ready = () => site.preloadPages();

export async function warmUp(pages: WarmUp): Promise<void> {
  for (const brand of pages.brands) calls?.know(brand);
  await warmUpSite(site, pages);
}

export function render({ number, task }: { number: number; task: RenderTask }): Promise<RenderThreadResult> {
  return running.run(number, async () => {
    signals[RUNNING] = number;
    calls?.know(task.brand);
    const page = await withRequestId(task.requestId, () => renderPage(site, task));
    return { page, calls: calls?.take() ?? [] };
  });
}
