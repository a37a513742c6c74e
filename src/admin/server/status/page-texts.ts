import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageTexts } from '#src/admin/contract/status.ts';
import { openRelease } from '#src/publish/release/index.ts';
import { AdminError } from '../http/error.ts';

/**
 * @param brandFolder `var/<brand>`
 * @param path canonical, percent-encoded
 * @throws AdminError not_found if a release does not exist
 */
export async function pageTexts(brandFolder: string, from: string, to: string, path: string): Promise<PageTexts> {
  const [before, after] = await Promise.all([from, to].map((id) => textOf(releaseFolder(brandFolder, id), path)));
  return { before: before ?? null, after: after ?? null };
}

function releaseFolder(brandFolder: string, id: string): string {
  const folder = join(brandFolder, 'releases', id);
  if (/^[0-9TZ]+$/.test(id) && existsSync(join(folder, 'release.json'))) return folder;
  throw new AdminError('not_found', `Release ${id} does not exist. A later night may have removed it.`);
}

async function textOf(folder: string, path: string): Promise<string | null> {
  const release = openRelease(folder);
  try {
    // Reads only files named in the manifest, so the path cannot lead outside the release.
    const page = release.page(path);
    return page ? await readFile(join(folder, 'site', page.file), 'utf8') : null;
  } finally {
    release.close();
  }
}
