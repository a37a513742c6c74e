import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '#src/lib/errors.ts';
import { loadSite } from './app.ts';
import type { RenderAnswer, RenderJob } from './pool.ts';

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread: createRenderer starts it.');

const { folder }: { folder: string } = workerData;
const site = await loadSite({ folder });

async function answer({ brand, path, model }: RenderJob): Promise<RenderAnswer> {
  try {
    const response = await site.render(new Request(brand.origin + path), { brand, model });
    return { status: response.status, html: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : messageOf(error) };
  }
}

port.on('message', async ({ id, job }: { id: number; job: RenderJob }) => {
  const result = await answer(job);
  port.postMessage({ id, result }, 'html' in result ? [result.html.buffer] : []);
});
port.postMessage('ready');
