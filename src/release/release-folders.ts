import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isPlainFile, isPlainFolder, plainFolderNames } from '#src/lib/plain-files.ts';

/** The name of a release, which is that of its folder: no dots, no slashes. */
const NAME = /^[\dA-Za-z][\dA-Za-z-]{0,63}$/;

export const isReleaseName = (name: string): boolean => NAME.test(name);

/**
 * `releases` of `var/<brand>`, where releases are renamed and removed. The folder of all state may be a link, nothing below it.
 * @throws NotPlainError where it is one, or no folder
 */
export function releasesFolder(brandFolder: string): string {
  isPlainFolder(dirname(brandFolder), `${basename(brandFolder)}/releases`);
  return join(brandFolder, 'releases');
}

/** Everything in `releases` by name; none where there is no such folder. @throws NotPlainError */
export function namesInReleases(brandFolder: string): string[] {
  const isThere = isPlainFolder(dirname(brandFolder), `${basename(brandFolder)}/releases`);
  return isThere ? readdirSync(join(brandFolder, 'releases')) : [];
}

/** The same for folders alone: a link to one counts as none. */
export function foldersInReleases(brandFolder: string): string[] {
  return plainFolderNames(dirname(brandFolder), `${basename(brandFolder)}/releases`);
}

/** Whether there is a finished release of this name, in a folder of its own. @throws NotPlainError where it is a link */
export function isFinishedRelease(brandFolder: string, id: string): boolean {
  if (!isReleaseName(id)) return false;
  const folder = `${basename(brandFolder)}/releases/${id}`;
  return isPlainFolder(dirname(brandFolder), folder) && isPlainFile(dirname(brandFolder), `${folder}/release.json`);
}
