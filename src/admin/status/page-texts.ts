import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRelease } from '#src/release/index.ts';
import { AdminError } from '../http/error.ts';

/** The HTML of one page in two releases; null where a release has no such page. */
export interface PageTexts {
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * @param brandFolder `var/<brand>`
 * @param path canonical, percent-encoded
 * @throws AdminError not_found where there is no such release
 */
export async function pageTexts(brandFolder: string, from: string, to: string, path: string): Promise<PageTexts> {
  const [before, after] = await Promise.all([from, to].map((id) => textOf(releaseFolder(brandFolder, id), path)));
  return { before: before ?? null, after: after ?? null };
}

function releaseFolder(brandFolder: string, id: string): string {
  const folder = join(brandFolder, 'releases', id);
  if (/^[0-9TZ]+$/.test(id) && existsSync(join(folder, 'release.json'))) return folder;
  throw new AdminError('not_found', `There is no release ${id}. It may have been removed by a newer night.`);
}

async function textOf(folder: string, path: string): Promise<string | null> {
  const release = openRelease(folder);
  try {
    // Only what the manifest names is read: the path itself leads nowhere.
    const page = release.page(path);
    return page ? await readFile(join(folder, 'site', page.file), 'utf8') : null;
  } finally {
    release.close();
  }
}
