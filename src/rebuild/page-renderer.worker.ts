import { parentPort, workerData } from 'node:worker_threads';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { loadSite } from '#src/site-bundle/index.ts';
import { RELEASE_VIEWS } from '#src/view-models/index.ts';
import { type Maker, openMaker, type RenderJob } from './page-renderer.ts';
import type { MakerAnswer, MakerOrder } from './page-renderer-pool.ts';
import { renderFault } from './errors.ts';

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread: createMakerThreads starts it.');

const { folder }: { folder: string } = workerData;
const site = await loadSite({ folder }, { policy: false });
const makers = new Map<number, Maker>();

async function render({ brand, path, model }: RenderJob) {
  try {
    const response = await site.render(new Request(brand.origin + path), { brand, model });
    return { status: response.status, html: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    throw renderFault(path, error instanceof Error ? (error.stack ?? error.message) : messageOf(error));
  }
}

async function follow({ maker, work }: MakerOrder): Promise<MakerAnswer['result']> {
  if (work.kind === 'open') makers.set(maker, openMaker(work.setting, RELEASE_VIEWS, render));
  const open = makers.get(maker);
  if (!open) throw new Error(`There is no maker ${maker} in this thread.`);
  if (work.kind === 'make') return open.make(work.addresses);
  if (work.kind === 'inputs') return open.inputs(work.addresses);
  if (work.kind === 'close') {
    makers.delete(maker);
    await open.close();
  }
  return undefined;
}

async function answer(order: MakerOrder): Promise<MakerAnswer> {
  try {
    return { id: order.id, result: await follow(order) };
  } catch (error) {
    const fault = { message: messageOf(error), code: error instanceof LecternError ? error.code : undefined };
    return { id: order.id, fault };
  }
}

port.on('message', async (order: MakerOrder) => port.postMessage(await answer(order)));
port.postMessage('ready');
