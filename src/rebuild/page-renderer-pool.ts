import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { LecternError } from '#src/lib/errors.ts';
import type { MadePage, Maker, MakerSetting, Makers } from './page-renderer.ts';
import type { Job, PageAddress } from './plan.ts';

type Work =
  | { readonly kind: 'open'; readonly setting: MakerSetting }
  | { readonly kind: 'make'; readonly addresses: readonly Job[] }
  | { readonly kind: 'inputs'; readonly addresses: readonly PageAddress[] }
  | { readonly kind: 'close' };

export interface MakerOrder {
  readonly id: number;
  /** One brand's release of this run. */
  readonly maker: number;
  readonly work: Work;
}

export interface MakerAnswer {
  readonly id: number;
  readonly result?: readonly MadePage[] | readonly string[] | undefined;
  readonly fault?: { readonly message: string; readonly code: string | undefined };
}

/** Makes pages in as many threads as there are processors; callers bound how many batches are under way. */
export async function createMakerThreads(
  bundle: { readonly folder: string },
  options: { threads?: number } = {},
): Promise<Makers> {
  const count = options.threads ?? availableParallelism();
  const threads = await startAll(count, bundle.folder);
  let makers = 0;
  return {
    async open(setting) {
      makers += 1;
      const maker = makers;
      const all = (work: Work) => threads.map((thread) => thread.order(maker, work));
      // A thread that has ended has nothing left to close.
      const close = () => Promise.allSettled(all({ kind: 'close' }));
      await Promise.all(all({ kind: 'open', setting })).catch(async (error: unknown) => {
        await close();
        throw error;
      });
      return makerOver(threads, maker, close);
    },
    isWhole: () => threads.every((thread) => !thread.hasEnded()),
    close: async () => void (await Promise.all(threads.map((thread) => thread.end()))),
  };
}

type Thread = Awaited<ReturnType<typeof startThread>>;

/** @throws what kept one from starting; the others are ended */
async function startAll(count: number, folder: string): Promise<Thread[]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startThread(folder)));
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failed = starts.find((start) => start.status === 'rejected');
  if (!failed) return started;
  await Promise.all(started.map((thread) => thread.end()));
  throw failed.reason;
}

function makerOver(threads: readonly Thread[], maker: number, close: () => Promise<unknown>): Maker {
  const idlest = () => threads.reduce((best, thread) => (thread.waiting() < best.waiting() ? thread : best));
  const give = (work: Work) => idlest().order(maker, work);
  return {
    make: async (addresses) => (await give({ kind: 'make', addresses })) as readonly MadePage[],
    inputs: async (addresses) => (await give({ kind: 'inputs', addresses })) as readonly string[],
    close: async () => void (await close()),
  };
}

interface Waiting {
  readonly about: string;
  resolve(result: MakerAnswer['result']): void;
  reject(error: Error): void;
}

async function startThread(folder: string) {
  const worker = new Worker(new URL('./page-renderer.worker.ts', import.meta.url), { workerData: { folder } });
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let ended: string | undefined;
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));

  worker.on('message', ({ id, result, fault }: MakerAnswer) => {
    const order = waiting.get(id);
    waiting.delete(id);
    if (fault) order?.reject(new LecternError(fault.code ?? 'FAULT', fault.message));
    else order?.resolve(result);
  });
  const failAll = (cause: unknown) => {
    ended ??= `the render thread ended: ${String(cause)}`;
    for (const { about, reject } of waiting.values()) reject(threadFault(about, ended));
    waiting.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', (code) => failAll(`exit code ${code}`));

  return {
    waiting: () => waiting.size,
    hasEnded: () => ended !== undefined,
    order: (maker: number, work: Work) =>
      new Promise<MakerAnswer['result']>((resolve, reject) => {
        const about = aboutOf(work);
        // A thread that is no more would never answer, and has the fewest orders waiting.
        if (ended !== undefined) return reject(threadFault(about, ended));
        next += 1;
        waiting.set(next, { about, resolve, reject });
        worker.postMessage({ id: next, maker, work } satisfies MakerOrder);
      }),
    end: () => worker.terminate(),
  };
}

function aboutOf(work: Work): string {
  if (work.kind === 'open' || work.kind === 'close') return 'The release';
  const [first, ...others] = work.addresses;
  return `The page ${first?.ref.path ?? ''}${others.length > 0 ? ` or one of ${others.length} after it` : ''}`;
}

const threadFault = (about: string, cause: string) =>
  new LecternError('RENDER', `${about} could not be rendered: ${cause}`);
