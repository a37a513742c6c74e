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

/** @throws Error where the live release cannot be read */
export function openLive(brandFolder: string): Release | undefined {
  const id = liveId(brandFolder);
  const folder = join(brandFolder, 'releases', id ?? '');
  return id !== undefined && existsSync(join(folder, 'release.json')) ? openRelease(folder) : undefined;
}

/** Makes a finished release live. The switch is atomic: visitors get the old release or the new one. */
export async function switchLive(brandFolder: string, id: string): Promise<void> {
  if (!existsSync(join(brandFolder, 'releases', id, 'release.json')))
    throw new ConfigError(`There is no release ${id}.`);
  const link = join(brandFolder, `.current-${randomBytes(4).toString('hex')}`);
  symlinkSync(join('releases', id), link);
  try {
    renameSync(link, join(brandFolder, 'current'));
  } catch (error) {
    rmSync(link, { force: true });
    throw error;
  }
  // The switch is made. Where it cannot be flushed, a power cut may undo it, and the old release is whole.
  await flushFile(brandFolder).catch(() => undefined);
}
