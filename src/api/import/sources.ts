import { join } from 'node:path';
import { divideFiles, isExportName, isPicture, type ReadAs } from '../collection/index.ts';
import { filesBelow, isFolder, isZip } from './folder-files.ts';
import type { CollectionSource } from './import-collection.ts';

/** What to read: a file that is a book, or a collection of files. */
type Source = { readonly kind: 'file'; readonly file: string } | ({ readonly kind: 'collection' } & CollectionSource);

/**
 * Returns the sources to read for the files and folders that the operator names. A folder without books is also a
 * source, which is refused when it is read.
 */
export async function sourcesOf(files: readonly string[], as?: ReadAs): Promise<Source[]> {
  const sources: Source[] = [];
  const exported = files.filter(isExportName);
  for (const file of files) {
    if (await isFolder(file)) sources.push(...sourcesIn(file, as));
    else if (isExportName(file)) {
      // The files of a split export are read together.
      if (file === exported[0]) sources.push(exportSource(exported));
    } else if (isZip(file)) sources.push({ kind: 'collection', name: file, folder: '', paths: [file] });
    else sources.push({ kind: 'file', file });
  }
  return sources;
}

const exportSource = (paths: readonly string[]): Source => ({
  kind: 'collection',
  name: paths[0] ?? '',
  folder: '',
  paths,
});

function sourcesIn(folder: string, as: ReadAs | undefined): Source[] {
  return groupsOf(filesBelow(folder), as).map((group): Source => {
    if (group.kind === 'file') return { kind: 'file', file: join(folder, group.path) };
    const place = group.folder === '' ? folder : join(folder, group.folder);
    return { kind: 'collection', name: place, folder: place, paths: group.paths };
  });
}

/** Files of a folder that are read together. Their paths are relative to `folder`. */
export type FileGroup =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'collection'; readonly folder: string; readonly paths: readonly string[] };

/** Decides which files of a folder are read together. @param paths relative paths with `/` */
export function groupsOf(paths: readonly string[], as: ReadAs | undefined): FileGroup[] {
  // A folder with a site export is read as a whole, because the export needs the pictures in the folder.
  const isExport = paths.some(isExportName) && !paths.some((path) => /\.epub$/i.test(path));
  const groups = isExport ? [] : divideFiles(paths, as);
  if (groups.length === 0) return [{ kind: 'collection', folder: '', paths }];
  return groups.map((group): FileGroup => {
    if (group.kind === 'single') return { kind: 'file', path: group.paths[0] ?? '' };
    const prefix = group.folder === '' ? '' : `${group.folder}/`;
    const ofGroup = new Set(group.paths);
    const inside = paths.filter((path) => ofGroup.has(path) || (path.startsWith(prefix) && isPicture(path)));
    return { kind: 'collection', folder: group.folder, paths: inside.map((path) => path.slice(prefix.length)) };
  });
}
