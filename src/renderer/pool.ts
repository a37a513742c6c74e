import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PublicBrand } from '#src/brand/public.ts';
import { LecternError } from '#src/lib/errors.ts';

/** One page to render: the address decides the page, the model is its data. */
export interface RenderJob {
  readonly brand: PublicBrand;
  /** Canonical path, percent-encoded. */
  readonly path: string;
  readonly model: unknown;
}

export interface RenderedPage {
  readonly status: number;
  readonly html: Uint8Array<ArrayBuffer>;
}

export type RenderAnswer = RenderedPage | { readonly fault: string };

export interface Renderer {
  /** @throws LecternError RENDER naming the path and the cause */
  render(job: RenderJob): Promise<RenderedPage>;
  close(): Promise<void>;
}

interface Waiting {
  readonly path: string;
  resolve(page: RenderedPage): void;
  reject(error: Error): void;
}

/** Renders pages of the bundle in worker threads; callers bound how many jobs they have under way. */
export async function createRenderer(
  bundle: { readonly folder: string },
  options: { threads?: number } = {},
): Promise<Renderer> {
  const threads = options.threads ?? availableParallelism();
  const workers = await Promise.all(Array.from({ length: threads }, () => startWorker(bundle.folder)));
  let turn = 0;
  return {
    render: (job) => {
      turn = (turn + 1) % workers.length;
      return leastBusy(workers, turn).render(job);
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

type RenderWorker = Awaited<ReturnType<typeof startWorker>>;

function leastBusy(workers: readonly RenderWorker[], start: number): RenderWorker {
  const ordered = [...workers.slice(start), ...workers.slice(0, start)];
  return ordered.reduce((best, worker) => (worker.waiting() < best.waiting() ? worker : best));
}

async function startWorker(folder: string) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder } });
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let ended: string | undefined;
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));

  worker.on('message', ({ id, result }: { id: number; result: RenderAnswer }) => {
    const job = waiting.get(id);
    waiting.delete(id);
    if ('fault' in result) job?.reject(renderError(job.path, result.fault));
    else job?.resolve(result);
  });
  const failAll = (cause: unknown) => {
    ended ??= `the render thread ended: ${String(cause)}`;
    for (const job of waiting.values()) job.reject(renderError(job.path, ended));
    waiting.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', (code) => failAll(`exit code ${code}`));

  return {
    waiting: () => waiting.size,
    render: (job: RenderJob) =>
      new Promise<RenderedPage>((resolve, reject) => {
        // A thread that is no more would never answer, and has the fewest jobs waiting.
        if (ended !== undefined) return reject(renderError(job.path, ended));
        next += 1;
        waiting.set(next, { path: job.path, resolve, reject });
        worker.postMessage({ id: next, job });
      }),
    close: () => worker.terminate(),
  };
}

const renderError = (path: string, cause: string) =>
  new LecternError('RENDER', `The page ${path} could not be rendered: ${cause}`);
