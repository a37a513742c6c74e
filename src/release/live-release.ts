import { randomBytes } from 'node:crypto';
import { existsSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { flushFile } from './fsync.ts';
import { openRelease, type Release } from './release.ts';

/** Id of the live release of `var/<brand>`, undefined where there is none. */
export function liveId(brandFolder: string): string | undefined {
  try {
    return basename(readlinkSync(join(brandFolder, 'current')));
  } catch {
    return undefined;
  }
}

export function openLive(brandFolder: string): Release | undefined {
  const id = liveId(brandFolder);
  const folder = join(brandFolder, 'releases', id ?? '');
  return id !== undefined && existsSync(join(folder, 'release.json')) ? openRelease(folder) : undefined;
}

/** Makes a finished release live: readers see the old one or the new one, never neither. */
export async function switchTo(brandFolder: string, id: string): Promise<void> {
  if (!existsSync(join(brandFolder, 'releases', id, 'release.json')))
    throw new ConfigError(`There is no release ${id}.`);
  const aside = join(brandFolder, `.current-${randomBytes(4).toString('hex')}`);
  symlinkSync(join('releases', id), aside);
  try {
    renameSync(aside, join(brandFolder, 'current'));
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  await flushFile(brandFolder);
}
