import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isPlainFile, isPlainFolder, plainFolderNames } from '#src/lib/plain-files.ts';

/** Valid names of releases, which are also names of folders: no dots, no slashes. */
const NAME = /^[\dA-Za-z][\dA-Za-z-]{0,63}$/;

export const isReleaseName = (name: string): boolean => NAME.test(name);

/**
 * Returns the folder `releases` of `var/<brand>`, in which releases are renamed and removed. The state folder may be a
 * link, but nothing below it may be one.
 * @throws NotPlainError if `releases` is a link or not a folder
 */
export function releasesFolder(brandFolder: string): string {
  isPlainFolder(dirname(brandFolder), `${basename(brandFolder)}/releases`);
  return join(brandFolder, 'releases');
}

/** Names of all entries in `releases`; empty if the folder is missing. @throws NotPlainError */
export function namesInReleases(brandFolder: string): string[] {
  const isThere = isPlainFolder(dirname(brandFolder), `${basename(brandFolder)}/releases`);
  return isThere ? readdirSync(join(brandFolder, 'releases')) : [];
}

/** Names of the folders in `releases`; links to folders are ignored. */
export function foldersInReleases(brandFolder: string): string[] {
  return plainFolderNames(dirname(brandFolder), `${basename(brandFolder)}/releases`);
}

/** Whether a finished release with this name exists in a real folder. @throws NotPlainError if the folder is a link */
export function isFinishedRelease(brandFolder: string, id: string): boolean {
  if (!isReleaseName(id)) return false;
  const folder = `${basename(brandFolder)}/releases/${id}`;
  return isPlainFolder(dirname(brandFolder), folder) && isPlainFile(dirname(brandFolder), `${folder}/release.json`);
}
