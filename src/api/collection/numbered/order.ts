import { dirname } from 'node:path';
import { humanTitle } from '../../epub/titles.ts';
import type { Doubt } from '../../manuscript/index.ts';
import { type ChapterName, chapterNames, isAbout, partName } from './file-name.ts';

/** A file that is a chapter of a book. */
export interface ChapterFile {
  readonly path: string;
  readonly name: ChapterName;
  /** Title of the part that contains the file. */
  readonly part: string | undefined;
}

const BEFORE =
  /^(?:prolog|prólogo|preface|préface|prefac|foreword|intro|avant|vorwort|einleitung|epigraph|dedication|предисл|пролог|введ|序|前言|楔子|引子|프롤로그|プロローグ|まえがき|mở đầu|lời (?:nói|mở) đầu|văn án)/iu;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts a book's files by part and number, with prefaces first and with epilogues and files without a number last. */
export function inReadingOrder(
  paths: readonly string[],
  folder: string,
): { readonly files: readonly ChapterFile[]; readonly leftOut: readonly string[] } {
  const byFolder = Map.groupBy(paths, (path) => dirname(path));
  const all = [...byFolder].flatMap(([place, inside]) => {
    const names = chapterNames(inside);
    const part = partOf(place, folder);
    return inside.map((path, index) => {
      const name = names[index] as ChapterName;
      return { path, name, place: place === folder || place === '.' ? '' : place, part: part ?? name.part };
    });
  });
  const leftOut = all.filter(({ name, path }) => name.number === undefined && isAbout(path));
  const files = all.filter((file) => !leftOut.includes(file));
  const sorted = files.toSorted(
    (a, b) =>
      rootRank(a) - rootRank(b) ||
      collator.compare(a.place, b.place) ||
      rank(a.name) - rank(b.name) ||
      collator.compare(a.name.part ?? '', b.name.part ?? '') ||
      (a.name.number ?? 0) - (b.name.number ?? 0) ||
      collator.compare(a.path, b.path),
  );
  return {
    files: sorted.map(({ path, name, part }) => ({ path, name, part })),
    leftOut: leftOut.map(({ path }) => path),
  };
}

/**
 * Returns the rank of a file: first prefaces outside the folders of parts, then these folders and numbered files, then
 * the rest.
 */
const rootRank = ({ place, name }: { readonly place: string; readonly name: ChapterName }) =>
  place !== '' ? 1 : rank(name) === 0 ? 0 : name.number === undefined ? 2 : 1;

/** Returns the rank of a file in its folder: prefaces are first, then chapters, then all others. */
const rank = ({ number, title }: ChapterName) => (number !== undefined ? 1 : BEFORE.test(title) ? 0 : 2);

/** Returns the title of a part, from the name of its folder; undefined outside the folders of parts. */
function partOf(place: string, folder: string): string | undefined {
  if (place === folder || place === '.') return undefined;
  const name = partName(folder === '' ? place : place.slice(folder.length + 1));
  return humanTitle(name, 'part', 'en', Number.POSITIVE_INFINITY);
}

const MAX_LISTED = 8;

/** Returns warnings about missing numbers, files with the same number, and files without a number. */
export function orderDoubts(files: readonly ChapterFile[]): Doubt[] {
  const doubts: string[] = [];
  for (const [part, inside] of Map.groupBy(files, (file) => file.part)) {
    const where = part === undefined ? '' : ` in "${part}"`;
    const withNumber = inside.filter(({ name }) => name.number !== undefined && !name.isDate);
    const missing = gapsIn(withNumber.flatMap(({ name }) => numbersOf(name)));
    if (missing !== '') doubts.push(`No file has the number ${missing}${where}. Check whether chapters are missing.`);
    for (const [number, same] of Map.groupBy(withNumber, ({ name }) => name.number))
      if (same.length > 1)
        doubts.push(
          `${same.length} files have the number ${number}${where}: ${listed(same.map(({ path }) => path))}. All are imported; remove those that are not wanted.`,
        );
  }
  const without = files.filter(({ name }) => name.number === undefined && !name.isMatter).map(({ path }) => path);
  if (without.length > 0)
    doubts.push(`No number in ${listed(without)}: added at the end. Rename the file to move it to another place.`);
  return doubts.map(chaptersDoubt);
}

export const chaptersDoubt = (message: string): Doubt => ({ about: 'chapters', message, isQuestion: false });

/** Quotes names for a message. A long list is shortened. */
export const listed = (names: readonly string[]): string => {
  const quoted = names.slice(0, MAX_LISTED).map((name) => `"${name}"`);
  return names.length > MAX_LISTED ? `${quoted.join(', ')} and ${names.length - MAX_LISTED} more` : quoted.join(', ');
};

const MAX_RANGE = 1000;

/** Returns the numbers of all chapters in a file. */
const numbersOf = ({ number = 0, last = number }: ChapterName): number[] =>
  Array.from({ length: Math.min(MAX_RANGE, Math.floor(last - number) + 1) }, (_, index) => number + index);

/** Lists the whole numbers that are missing between the lowest and the highest: "3, 5-7". */
function gapsIn(numbers: readonly number[]): string {
  const whole = [...new Set(numbers.map(Math.floor))].toSorted((a, b) => a - b);
  const gaps = whole.flatMap((number, index) => {
    const next = whole[index + 1];
    if (next === undefined || next === number + 1) return [];
    return next === number + 2 ? [`${number + 1}`] : [`${number + 1}-${next - 1}`];
  });
  return gaps.length > MAX_LISTED
    ? `${gaps.slice(0, MAX_LISTED).join(', ')} and ${gaps.length - MAX_LISTED} more`
    : gaps.join(', ');
}
