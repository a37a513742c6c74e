import { randomBytes } from 'node:crypto';
import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { flushFile } from './fsync.ts';
import { openRelease, type Release } from './release.ts';
import { isFinishedRelease, isReleaseName } from './release-folders.ts';

/**
 * Returns the id of the live release of `var/<brand>`; undefined if there is none. `current` is a link that Lectern
 * creates. A link to anything other than a release name is ignored.
 */
export function liveId(brandFolder: string): string | undefined {
  try {
    const id = basename(readlinkSync(join(brandFolder, 'current')));
    return isReleaseName(id) && readlinkSync(join(brandFolder, 'current')) === targetOf(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

const targetOf = (id: string) => join('releases', id);

/** @throws Error if the live release cannot be read */
export function openLive(brandFolder: string): Release | undefined {
  const id = liveId(brandFolder);
  const isThere = id !== undefined && isFinishedRelease(brandFolder, id);
  return isThere ? openRelease(join(brandFolder, 'releases', id)) : undefined;
}

/** Makes a finished release live. The switch is atomic: visitors get either the old release or the new one. */
export async function switchLive(brandFolder: string, id: string): Promise<void> {
  if (!isFinishedRelease(brandFolder, id)) throw new ConfigError(`There is no release ${id}.`);
  const link = join(brandFolder, `.current-${randomBytes(4).toString('hex')}`);
  symlinkSync(targetOf(id), link);
  try {
    renameSync(link, join(brandFolder, 'current'));
  } catch (error) {
    rmSync(link, { force: true });
    throw error;
  }
  // The switch is done. If flushing fails, a power failure may undo the switch; the old release is still complete.
  await flushFile(brandFolder).catch(() => undefined);
}
