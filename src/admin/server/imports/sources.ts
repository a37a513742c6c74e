import { isExportName, isPicture } from '#src/api/collection/index.ts';
import { groupsOf, isZip, type PlacedSource } from '#src/api/import/index.ts';
import type { Batch } from './batch.ts';

/** Groups the files of a batch that are read together, in the same way as `npm run import`. */
export function sourcesOf({ name, files, as }: Batch, placeOf: (file: number) => string): PlacedSource[] {
  const indexes = new Map(files.map(({ path }, index) => [path, index]));
  const placed = (path: string, prefix = '') => ({
    path,
    place: placeOf(indexes.get(prefix + path) ?? -1),
  });
  const paths = files.map(({ path }) => path);
  const how = as ?? undefined;
  const zips = paths.filter(isZip);
  const archives = zips.map(
    (path): PlacedSource => ({ kind: 'collection', name: path, files: [placed(path)], as: how }),
  );
  const unzipped = paths.filter((path) => !isZip(path));
  if (unzipped.every((path) => isPicture(path)) && zips.length > 0) return archives;
  const [only] = unzipped;
  if (unzipped.length === 1 && only !== undefined && !isExportName(only))
    return [...archives, { kind: 'file', name: only, files: [placed(only)] }];
  const groups = groupsOf(unzipped, how).map((group): PlacedSource => {
    if (group.kind === 'file') return { kind: 'file', name: group.path, files: [placed(group.path)] };
    const prefix = group.folder === '' ? '' : `${group.folder}/`;
    // Files are listed when they are used, because many pages may have the same pictures.
    return {
      kind: 'collection',
      name: group.page ?? (group.folder || name),
      get files() {
        return group.paths.map((path) => placed(path, prefix));
      },
      as: how,
    };
  });
  return [...archives, ...groups];
}
