import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { LecternError } from '#src/lib/errors.ts';
import type { PageAddress, RenderJob } from '#src/publish/plan/plan.ts';
import { RenderError } from '#src/publish/rebuild/errors.ts';
import type { PageQuality } from '#src/publish/release/index.ts';
import type { PageRenderer, PageRendererPool, PageResult, RendererOptions } from './page-renderer.ts';

type Task =
  | { readonly kind: 'open'; readonly options: RendererOptions }
  | { readonly kind: 'render'; readonly addresses: readonly RenderJob[]; readonly quality: PageQuality | undefined }
  | { readonly kind: 'hash'; readonly addresses: readonly PageAddress[] }
  | { readonly kind: 'move'; readonly folder: string }
  | { readonly kind: 'close' };

/** A message to a render thread. */
export interface WorkerRequest {
  readonly id: number;
  /** Number of the renderer. In a run, each brand's release has its own renderer. */
  readonly renderer: number;
  readonly task: Task;
}

/** A message from a render thread, with the id of its request. */
export interface WorkerResponse {
  readonly id: number;
  readonly result?: readonly PageResult[] | readonly string[] | undefined;
  readonly error?: { readonly message: string; readonly code: string | undefined };
}

/** Starts one render thread per processor. Callers limit how many batches are in progress. */
export async function createPageRendererPool(
  bundle: { readonly folder: string },
  { threads: count = availableParallelism() }: { threads?: number } = {},
): Promise<PageRendererPool> {
  const threads = await startAll(count, bundle.folder);
  let renderers = 0;
  return {
    async open(options) {
      renderers += 1;
      const renderer = renderers;
      const sendAll = (task: Task) => threads.map((thread) => thread.send(renderer, task));
      // A thread that has ended has nothing to close, so its error is ignored.
      const close = () => Promise.allSettled(sendAll({ kind: 'close' }));
      await Promise.all(sendAll({ kind: 'open', options })).catch(async (error: unknown) => {
        await close();
        throw error;
      });
      return rendererOver(threads, renderer, { sendAll, close });
    },
    isIntact: () => threads.every((thread) => !thread.hasEnded()),
    close: async () => void (await Promise.all(threads.map((thread) => thread.terminate()))),
  };
}

type RenderThread = Awaited<ReturnType<typeof startThread>>;

/** @throws the error of a thread that could not start, after ending the other threads */
async function startAll(count: number, folder: string): Promise<RenderThread[]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startThread(folder)));
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failed = starts.find((start) => start.status === 'rejected');
  if (!failed) return started;
  await Promise.all(started.map((thread) => thread.terminate()));
  throw failed.reason;
}

interface AllThreads {
  sendAll(task: Task): readonly Promise<unknown>[];
  close(): Promise<unknown>;
}

function rendererOver(
  threads: readonly RenderThread[],
  renderer: number,
  { sendAll, close }: AllThreads,
): PageRenderer {
  const leastBusy = () => threads.reduce((best, thread) => (thread.pending() < best.pending() ? thread : best));
  const send = (task: Task) => leastBusy().send(renderer, task);
  return {
    render: async (addresses, quality) => (await send({ kind: 'render', addresses, quality })) as readonly PageResult[],
    modelHashes: async (addresses) => (await send({ kind: 'hash', addresses })) as readonly string[],
    moveTo: async (folder) => void (await Promise.all(sendAll({ kind: 'move', folder }))),
    close: async () => void (await close()),
  };
}

interface PendingRequest {
  /** What the request was about, for error messages. */
  readonly subject: string;
  resolve(result: WorkerResponse['result']): void;
  reject(error: Error): void;
}

async function startThread(folder: string) {
  const worker = new Worker(new URL('./page-renderer.worker.ts', import.meta.url), { workerData: { folder } });
  const pending = new Map<number, PendingRequest>();
  let next = 0;
  let ended: string | undefined;
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));

  worker.on('message', ({ id, result, error }: WorkerResponse) => {
    const request = pending.get(id);
    pending.delete(id);
    if (error) request?.reject(new LecternError(error.code ?? 'FAULT', error.message));
    else request?.resolve(result);
  });
  const rejectAll = (cause: unknown) => {
    ended ??= `the render thread ended: ${String(cause)}`;
    for (const { subject, reject } of pending.values()) reject(threadError(subject, ended));
    pending.clear();
  };
  worker.on('error', rejectAll);
  worker.on('exit', (code) => rejectAll(`exit code ${code}`));

  return {
    pending: () => pending.size,
    hasEnded: () => ended !== undefined,
    send: (renderer: number, task: Task) =>
      new Promise<WorkerResponse['result']>((resolve, reject) => {
        const subject = subjectOf(task);
        // Rejects at once: a thread that has ended would never respond, and would seem to be the least busy one.
        if (ended !== undefined) return reject(threadError(subject, ended));
        next += 1;
        pending.set(next, { subject, resolve, reject });
        worker.postMessage({ id: next, renderer, task } satisfies WorkerRequest);
      }),
    terminate: () => worker.terminate(),
  };
}

function subjectOf(task: Task): string {
  if (!('addresses' in task)) return 'The release';
  const [first, ...others] = task.addresses;
  return `The page ${first?.ref.path ?? ''}${others.length > 0 ? ` or one of ${others.length} after it` : ''}`;
}

const threadError = (subject: string, cause: string) => new RenderError(`${subject} could not be rendered: ${cause}`);
