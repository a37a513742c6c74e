import { basename, dirname, join } from 'node:path';
import { divideFiles, isBookFile, isExportName, isPage, isPicture, type ReadAs } from '../collection/index.ts';
import { filesBelow, isFolder, isZip, picturesOfPage } from './folder-files.ts';
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
    else sources.push(await fileSource(file));
  }
  return sources;
}

const exportSource = (paths: readonly string[]): Source => ({
  kind: 'collection',
  name: paths[0] ?? '',
  folder: '',
  paths,
});

/** Returns the source for a file. A page is read together with the pictures next to it. */
async function fileSource(file: string): Promise<Source> {
  // Reading the file again reports why it cannot be read.
  const pictures = isPage(file) ? await picturesOfPage(file).catch(() => []) : [];
  if (pictures.length === 0) return { kind: 'file', file };
  return { kind: 'collection', name: file, folder: dirname(file), paths: [basename(file), ...pictures] };
}

function sourcesIn(folder: string, as: ReadAs | undefined): Source[] {
  return groupsOf(filesBelow(folder), as).map((group): Source => {
    if (group.kind === 'file') return { kind: 'file', file: join(folder, group.path) };
    const place = group.folder === '' ? folder : join(folder, group.folder);
    const name = group.page === undefined ? place : join(folder, group.page);
    // Paths are listed when they are used, because each of thousands of pages may have the same thousands of pictures.
    return {
      kind: 'collection',
      name,
      folder: place,
      get paths() {
        return group.paths;
      },
    };
  });
}

/** Files of a folder that are read together. Their paths are relative to `folder`. */
export type FileGroup =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'collection';
      readonly folder: string;
      readonly paths: readonly string[];
      /** Path of the page that is the book, if the other files are its pictures. */
      readonly page?: string;
    };

/** Decides which files of a folder are read together. @param paths relative paths with `/` */
export function groupsOf(paths: readonly string[], as: ReadAs | undefined): FileGroup[] {
  // A folder with a site export is read as a whole, because the export needs the pictures in the folder.
  const isExport = paths.some(isExportName) && !paths.some((path) => /\.epub$/i.test(path));
  const groups = isExport ? [] : divideFiles(paths, as);
  if (groups.length === 0) return [{ kind: 'collection', folder: '', paths }];
  const picturesByOwner = picturesByBookFolder(paths);
  return groups.map((group): FileGroup => {
    if (group.kind === 'single') return singleGroup(group.paths[0] ?? '', picturesByOwner);
    const prefix = group.folder === '' ? '' : `${group.folder}/`;
    const ofGroup = new Set(group.paths);
    const inside = paths.filter((path) => ofGroup.has(path) || (path.startsWith(prefix) && isPicture(path)));
    return { kind: 'collection', folder: group.folder, paths: inside.map((path) => path.slice(prefix.length)) };
  });
}

/** Returns the group of a book that is one file. A page is read together with the pictures that it may show. */
function singleGroup(path: string, picturesByOwner: PicturesByOwner): FileGroup {
  const owners = isPage(path) ? foldersAbove(path).filter((folder) => picturesByOwner.has(folder)) : [];
  if (owners.length === 0) return { kind: 'file', path };
  return {
    kind: 'collection',
    folder: '',
    get paths() {
      return [path, ...owners.flatMap((folder) => picturesByOwner.get(folder) ?? [])];
    },
    page: path,
  };
}

/** The pictures by the nearest folder above them that contains a book; `''` is the folder of all files. */
type PicturesByOwner = ReadonlyMap<string, readonly string[]>;

/** A page shows pictures of its own folder and of those above it, but not of other books. */
function picturesByBookFolder(paths: readonly string[]): PicturesByOwner {
  const bookFolders = new Set(['', ...paths.filter(isBookFile).map(folderOf)]);
  const pictures = paths.filter(isPicture);
  return Map.groupBy(pictures, (path) => foldersAbove(path).find((folder) => bookFolders.has(folder)) ?? '');
}

/** The folders that contain a path, the nearest first. */
function foldersAbove(path: string): string[] {
  const folders = [folderOf(path)];
  for (let folder = folderOf(path); folder !== ''; ) {
    folder = folderOf(folder);
    folders.push(folder);
  }
  return folders;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
