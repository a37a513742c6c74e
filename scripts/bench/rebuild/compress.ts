import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { runCommand } from '#src/lib/cli.ts';

/** Compresses pages as the rebuild does: with the same quality, in one thread per processor. */
async function compressAll(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const threads = availableParallelism();
  const parts = Array.from({ length: threads }, (_, thread) =>
    files.filter((_file, index) => index % threads === thread).map((file) => join(folder, file)),
  );
  await Promise.all(parts.map(inThread));
}

function inThread(files: readonly string[]): Promise<void> {
  const worker = new Worker(new URL('./compress.worker.ts', import.meta.url), { workerData: files });
  return new Promise((resolve, reject) => worker.once('error', reject).once('exit', () => resolve()));
}

if (import.meta.main) {
  await runCommand({
    help: 'Compresses all pages below a folder like the rebuild. The rebuild bench runs this command.',
    options: {},
    positionals: true,
    run: (_values, [folder = '']) => compressAll(folder),
  });
}
