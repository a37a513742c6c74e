import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isPlainFile, isPlainFolder, plainFolderNames } from '#src/lib/plain-files.ts';

/** A release is named like its folder: no dots, no slashes. */
const NAME = /^[\dA-Za-z][\dA-Za-z-]{0,63}$/;

export const isReleaseName = (name: string): boolean => NAME.test(name);

/**
 * `releases` of `var/<brand>`, where releases are renamed and removed. The state folder may be a link, nothing below it.
 * @throws NotPlainError if it is a link or not a folder
 */
export function releasesFolder(brandFolder: string): string {
  isPlainFolder(dirname(brandFolder), `${basename(brandFolder)}/releases`);
  return join(brandFolder, 'releases');
}

/** Everything in `releases` by name; empty if the folder is missing. @throws NotPlainError */
export function namesInReleases(brandFolder: string): string[] {
  const isThere = isPlainFolder(dirname(brandFolder), `${basename(brandFolder)}/releases`);
  return isThere ? readdirSync(join(brandFolder, 'releases')) : [];
}

/** The same for folders only; links to folders are ignored. */
export function foldersInReleases(brandFolder: string): string[] {
  return plainFolderNames(dirname(brandFolder), `${basename(brandFolder)}/releases`);
}

/** Whether there is a finished release of this name in a real folder. @throws NotPlainError if it is a link */
export function isFinishedRelease(brandFolder: string, id: string): boolean {
  if (!isReleaseName(id)) return false;
  const folder = `${basename(brandFolder)}/releases/${id}`;
  return isPlainFolder(dirname(brandFolder), folder) && isPlainFile(dirname(brandFolder), `${folder}/release.json`);
}
