import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { SUFFIX, WORTHWHILE_BYTES } from '#src/lib/forms.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Puts the compressed forms beside a bundle's browser files, with all effort: there are few, they are made once for a
 * version of the code, and every visitor waits for them (br-11 is 6 to 9 % smaller than br-5).
 */
export async function compressFiles(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob('**/*.{js,css,svg,xml,txt}', { cwd: folder }));
  await Promise.all(files.map((file) => compressFile(join(folder, file))));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTHWHILE_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(file + SUFFIX.br, await brotli(content, { params }));
  await writeFile(file + SUFFIX.gzip, await zip(content, { level: 9 }));
}
