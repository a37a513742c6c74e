/** What a folder or several files contain. `auto`: the API detects it from the file names. */
export type Contents = 'auto' | 'book' | 'books';

/** Files that are imported together. */
export interface UploadGroup<F> {
  readonly name: string;
  readonly as?: 'book' | 'books';
  readonly files: readonly { readonly path: string; readonly file: F }[];
}

interface ChosenFile {
  readonly name: string;
  readonly size: number;
  /** Set for files of a chosen folder. */
  readonly webkitRelativePath?: string;
  /** Set for dropped files: "/folder/file" or "./file". */
  readonly path?: string;
}

/** Maximum number of separate files that become one import each. More files are imported together, like a folder. */
const MAX_SEPARATE_FILES = 10;

/**
 * Groups chosen files into imports. Each folder is one import, and so is each separate file, unless they form one book.
 */
export function groupsOf<F extends ChosenFile>(files: readonly F[], contents: Contents): UploadGroup<F>[] {
  const folders = new Map<string, F[]>();
  const single: F[] = [];
  for (const file of files) {
    const [folder, ...rest] = pathOf(file).split('/');
    if (isHidden(file)) continue;
    if (folder === undefined || rest.length === 0) single.push(file);
    else folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const as = contents === 'auto' ? {} : { as: contents };
  const inFolders = [...folders].map(([name, members]) => ({ name, ...as, files: members.map(withPathIn(name)) }));
  return [...inFolders, ...singleGroups(single, contents)];
}

function singleGroups<F extends ChosenFile>(files: readonly F[], contents: Contents): UploadGroup<F>[] {
  const [first] = files;
  if (!first) return [];
  const all = files.map((file) => ({ path: file.name, file }));
  const areTogether = files.length > 1 && (contents === 'book' || files.length > MAX_SEPARATE_FILES);
  if (!areTogether) return all.map(({ path, file }) => ({ name: path, files: [{ path, file }] }));
  return [
    {
      name: `${first.name} and ${files.length - 1} more`,
      ...(contents === 'auto' ? {} : { as: contents }),
      files: all,
    },
  ];
}

const pathOf = ({ name, path, webkitRelativePath }: ChosenFile): string =>
  (webkitRelativePath || path || name).replace(/^\.?\//, '');

const withPathIn =
  (folder: string) =>
  <F extends ChosenFile>(file: F) => ({ path: pathOf(file).slice(folder.length + 1), file });

/** Files that file managers and version control add. */
const isHidden = (file: ChosenFile) =>
  pathOf(file)
    .split('/')
    .some((part) => part.startsWith('.') || part === 'Thumbs.db' || part === '__MACOSX');
