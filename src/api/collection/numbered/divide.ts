import { basename, extname } from 'node:path';
import { parseTitle } from '../../epub/titles.ts';
import { isDocument, isManuscript } from '../../manuscript/index.ts';
import { type ChapterName, chapterNames, isAbout, partName, plainName } from './file-name.ts';

/** How to read a folder or ZIP: `book` as a single book, or `books` as a book per file. */
export type ReadAs = 'book' | 'books';

/** The files of a book in a folder or ZIP. */
export interface FileGroup {
  /** `numbered`: the files are chapters; `single`: the book is a single file. */
  readonly kind: 'numbered' | 'single';
  /** Path of the folder with the files; '' for the folder or ZIP itself. */
  readonly folder: string;
  readonly paths: readonly string[];
}

const MIN_NUMBERED_SHARE = 0.8;
/**
 * Numbered files are chapters of one book only if at least this fraction of the numbers between the lowest and the
 * highest is present. "1984.txt" and "2001.txt", for example, are two books.
 */
const MIN_DENSITY = 0.5;
/** Matches numbers with leading zeros, as in "007", which number chapters. */
const PADDED = /(?:^|\D)0\d/;
/** Matches system files, and files of version control systems. */
const IGNORED = /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/i;

const isText = (path: string): boolean => isManuscript(path) || isDocument(path);
export const isBookFile = (path: string): boolean => isText(path) || extname(path).toLowerCase() === '.epub';
/** Whether a file can show pictures that are separate files. */
export const isPage = (path: string): boolean => isManuscript(path) && !/\.txt$/i.test(path);
export const isIgnored = (path: string): boolean => IGNORED.test(path);

/**
 * Finds the books in a list of files. Files are the chapters of one book if none of them is an EPUB, four out of five
 * names have a number, and the numbers look like chapter numbers: they follow a word for "chapter", have leading zeros,
 * or have few gaps. Subfolders with numbered names are the parts of the book.
 * @param paths relative paths with `/`
 */
export function divideFiles(paths: readonly string[], as?: ReadAs, folder = ''): FileGroup[] {
  const files = paths.filter((path) => isBookFile(path) && !isIgnored(path));
  const byFolder = Map.groupBy(files, (path) => segmentAfter(path, folder));
  const own = byFolder.get('') ?? [];
  const subfolders = [...byFolder].filter(([name]) => name !== '');
  const whole: FileGroup = { kind: 'numbered', folder, paths: files };
  if (as === 'book') return [whole];
  const separate = own.map((path): FileGroup => ({ kind: 'single', folder, paths: [path] }));
  const inside = subfolders.map(([name, below]) => ({ name, below, path: folder === '' ? name : `${folder}/${name}` }));
  const isOne = as === undefined && isOneBook(own, inside);
  if (isOne) return [whole];
  const ownGroups: FileGroup[] =
    as === undefined && areChapters(own) ? [{ kind: 'numbered', folder, paths: own }] : separate;
  return [...ownGroups, ...inside.flatMap(({ below, path }) => divideFiles(below, as, path))];
}

/** Returns the name of the subfolder of `folder` that contains a file; '' for a file in `folder` itself. */
function segmentAfter(path: string, folder: string): string {
  const inside = folder === '' ? path : path.slice(folder.length + 1);
  return inside.includes('/') ? (inside.split('/')[0] ?? '') : '';
}

interface Subfolder {
  readonly name: string;
  readonly below: readonly string[];
}

function isOneBook(own: readonly string[], subfolders: readonly Subfolder[]): boolean {
  if (subfolders.length === 0) return areChapters(own);
  const levels = subfolders.map(({ name }) => partLevel(name));
  // A volume that has just begun may have one chapter.
  const isSmall = (below: readonly string[], index: number) => below.length === 1 && levels[index] === 'part';
  const areParts =
    levels.every(Boolean) &&
    subfolders.some(({ below }) => areChapters(below)) &&
    subfolders.every(({ below }, index) => areChapters(below) || isSmall(below, index));
  const isPart = subfolders.length > 1 || levels[0] === 'part';
  return areParts && isPart && (own.length === 0 || areChapters(own) || areMatter(own));
}

const areMatter = (paths: readonly string[]) => chapterNames(paths).every(({ isMatter }) => isMatter);

/** Returns the level of a subfolder's name: a part, or a number; undefined for other names. */
function partLevel(name: string): 'part' | 'bare' | undefined {
  const level = parseTitle(partName(name), Number.POSITIVE_INFINITY)?.level;
  return level === 'part' || level === 'bare' ? level : undefined;
}

function areChapters(paths: readonly string[]): boolean {
  if (paths.length < 2 || !paths.every(isText)) return false;
  const names = chapterNames(paths.filter((path) => !isAbout(path))).filter(({ isMatter }) => !isMatter);
  const withNumber = names.filter(({ number }) => number !== undefined);
  if (withNumber.length < 2 || withNumber.length < names.length * MIN_NUMBERED_SHARE) return false;
  const byPart = [...Map.groupBy(withNumber, ({ part }) => part).values()];
  const isCounted = withNumber.every((name) => name.isCounted) || paths.some((path) => PADDED.test(plainName(path)));
  return isCounted || byPart.every(areDense);
}

function areDense(names: readonly ChapterName[]): boolean {
  const numbers = new Set(names.map(({ number = 0 }) => Math.floor(number)));
  return numbers.size >= (Math.max(...numbers) - Math.min(...numbers) + 1) * MIN_DENSITY;
}

/** Matches usual names of cover pictures. */
const COVER = /^(?:cover|front|folder|poster|封面|表紙|표지|обложка|portada|capa|couverture)/iu;
const PICTURE = /^\.(?:jpe?g|png|webp|gif)$/i;

export const isPicture = (path: string): boolean => PICTURE.test(extname(path)) && !isIgnored(path);

/** Returns the path of the cover in a folder: the picture with a usual name (`COVER`), or else the only picture. */
export function coverAmong(paths: readonly string[], folder: string): string | undefined {
  const prefix = folder === '' ? '' : `${folder}/`;
  const pictures = paths.filter(
    (path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/') && isPicture(path),
  );
  return pictures.find((path) => COVER.test(basename(path))) ?? (pictures.length === 1 ? pictures[0] : undefined);
}
