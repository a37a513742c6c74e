import { AsyncLocalStorage } from 'node:async_hooks';
import { promiseHooks } from 'node:v8';
import { workerData } from 'piscina';
import { messageOf } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { withRequestId } from '#src/lib/request-id.ts';
import { loadSite } from '#src/publish/bundle/index.ts';
import type { MeasuredCall } from '../http/meter.ts';
import { type RenderedPage, type RenderTask, renderPage } from './render-page.ts';
import { BEATS, RUNNING } from './render-signals.ts';
import { measureCallsOfThread } from './thread-calls.ts';
import { type WarmUp, warmUpSite } from './warm-up.ts';

/** Data passed to a thread by `createRenderThreads`. */
export interface RenderThreadData {
  readonly folder: string;
  /** Shared memory with the number of turns of the thread's event loop, and the id of the task that is running. */
  readonly signals: Int32Array;
  /** Whether standard error is a terminal. A thread cannot detect this itself. */
  readonly isTerminal: boolean;
  /** Whether the thread reports the calls that pages make. */
  readonly isMeasured: boolean;
}

export interface RenderThreadResult {
  readonly page: RenderedPage;
  /** Upstream calls that have ended since the previous result. */
  readonly calls: readonly MeasuredCall[];
}

const BEAT_EVERY_MS = 50;

const { folder, signals, isTerminal, isMeasured }: RenderThreadData = workerData;
Object.defineProperty(process.stderr, 'isTTY', { value: isTerminal });
const log = createLog();
// An unhandled rejection in one page must not end the thread for all brands.
process.on('unhandledRejection', (reason) => {
  log.error(`unhandled rejection: ${reason instanceof Error ? reason.stack : messageOf(reason)}`);
});

const calls = isMeasured ? measureCallsOfThread() : undefined;
const site = await loadSite({ folder });
const running = new AsyncLocalStorage<number>();
// Many pages are in progress at the same time. Before each continuation, this records which page it belongs to, so that
// a page that blocks the thread can be identified.
promiseHooks.onBefore(() => {
  const task = running.getStore();
  if (task !== undefined) signals[RUNNING] = task;
});
setInterval(() => Atomics.add(signals, BEATS, 1), BEAT_EVERY_MS).unref();

/** Resolves when the code of every page is loaded. */
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
