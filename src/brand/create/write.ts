import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { problemText } from '../check/problem.ts';
import { inspectBrand } from '../registry.ts';

/**
 * Writes a brand's folder to a temporary location, checks it there and renames it, so that the brand is either complete
 * or missing.
 * @param folder the folder of all brands
 * @param files contents by path below the brand's folder
 * @throws ConfigError if another process has created a brand with that id
 */
export async function writeBrand(
  folder: string,
  id: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  const name = `.new-${id}-${randomBytes(4).toString('hex')}`;
  const aside = join(folder, name);
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(aside, path)), { recursive: true });
      await writeFile(join(aside, path), content);
    }
    const { problems } = await inspectBrand(folder, name);
    if (problems.length > 0) throw new ConfigError(problems.map(problemText).join('\n'));
    await rename(aside, join(folder, id)).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST') throw cause;
      throw new ConfigError(`--id: "${id}" is taken. Give another, or remove that brand first.`, { cause });
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
