import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { compressBest } from '#src/lib/brotli.ts';
import { ENCODING_SUFFIX, MIN_COMPRESSED_BYTES } from '#src/lib/http.ts';

const compressGzip = promisify(gzip);

/**
 * Writes the compressed variants of a bundle's browser files next to them, at the highest quality. There are few files,
 * and they are compressed only once per version of the code, but every visitor downloads them. Brotli 11 output is 6 to
 * 9 % smaller than Brotli 5 output.
 */
export async function compressFiles(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob('**/*.{js,css,svg,xml,txt}', { cwd: folder }));
  await Promise.all(files.map((file) => compressFile(join(folder, file))));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_COMPRESSED_BYTES) return;
  await writeFile(file + ENCODING_SUFFIX.br, await compressBest(content));
  await writeFile(file + ENCODING_SUFFIX.gzip, await compressGzip(content, { level: 9 }));
}
