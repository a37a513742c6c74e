import { parentPort, workerData } from 'node:worker_threads';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { loadSite } from '#src/publish/bundle/index.ts';
import { RenderError } from '#src/publish/rebuild/errors.ts';
import { openPageRenderer, type PageRenderer, type RenderInput } from './page-renderer.ts';
import type { WorkerRequest, WorkerResponse } from './page-renderer-pool.ts';

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread: createPageRendererPool starts it.');

const { folder }: { folder: string } = workerData;
const site = await loadSite({ folder });
const renderers = new Map<number, PageRenderer>();

async function renderHtml(page: RenderInput) {
  try {
    return await site.renderFile(page);
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
    throw new RenderError(`The page ${page.path} could not be rendered: ${stack}`, { cause: error });
  }
}

async function run({ renderer: id, task }: WorkerRequest): Promise<WorkerResponse['result']> {
  if (task.kind === 'open') renderers.set(id, openPageRenderer(task.options, PRERENDERED_VIEWS, renderHtml));
  const renderer = renderers.get(id);
  if (!renderer) throw new Error(`There is no renderer ${id} in this thread.`);
  if (task.kind === 'render') return renderer.render(task.addresses, task.quality);
  if (task.kind === 'hash') return renderer.modelHashes(task.addresses);
  if (task.kind === 'move') await renderer.moveTo(task.folder);
  if (task.kind === 'close') {
    renderers.delete(id);
    await renderer.close();
  }
  return undefined;
}

async function respond(request: WorkerRequest): Promise<WorkerResponse> {
  try {
    return { id: request.id, result: await run(request) };
  } catch (thrown) {
    // An error loses its class when a thread posts it, so only its message and code are sent.
    const error = storageErrorOf(thrown) ?? thrown;
    const code = error instanceof LecternError ? error.code : undefined;
    return { id: request.id, error: { message: messageOf(error), code } };
  }
}

port.on('message', async (request: WorkerRequest) => port.postMessage(await respond(request)));
port.postMessage('ready');
