import { basename } from 'node:path';
import { hash } from '#src/lib/hash.ts';
import { humanTitle, parseTitle } from '../../epub/titles.ts';
import {
  bookOf,
  type Doubt,
  type FieldOverrides,
  isDocument,
  joinPictures,
  type LeftOut,
  leftOut,
  ManuscriptError,
  type SplitText,
  type Stretch,
} from '../../manuscript/index.ts';
import { createSitePictures, type SitePictures } from '../site/pictures.ts';
import type { CollectionBook, CollectionFile, CollectionOptions } from '../types.ts';
import { aboutBook } from './about.ts';
import { type ChapterText, readChapterText } from './chapter-text.ts';
import { coverAmong } from './divide.ts';
import { type ChapterFile, chaptersDoubt, inReadingOrder, listed, orderDoubts } from './order.ts';

interface ReadFile extends ChapterText {
  readonly file: ChapterFile;
}

/**
 * Reads numbered files as the chapters of one book.
 * @param title the book's title, unless the operator gives one
 * @throws ManuscriptError, EpubError that names the file that cannot be read
 */
export async function readNumbered(
  files: readonly CollectionFile[],
  paths: readonly string[],
  { folder, title }: { readonly folder: string; readonly title: string },
  { overrides, onProgress }: CollectionOptions,
): Promise<CollectionBook> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const pictureFiles = createSitePictures(files);
  const order = inReadingOrder(paths, folder);
  const { unique, copies } = await withoutCopies(order.files, byPath);
  const encoding = overrides.encoding ?? (await commonEncoding(unique, byPath, overrides, pictureFiles));
  const texts: ReadFile[] = [];
  for (const [index, file] of unique.entries()) {
    texts.push(await readOne(file, byPath, overrides, { encoding, key: `f${index}`, files: pictureFiles }));
    onProgress?.((index + 1) / unique.length);
  }
  const stretches = stretchesOf(texts);
  const about = await aboutBook(order.leftOut, byPath, overrides);
  const shared = sharedAuthors(texts);
  const authors = shared.length > 0 ? shared : about.authors;
  const language = overrides.language ?? texts.find((text) => text.language !== undefined)?.language;
  const pictures = joinPictures(texts.flatMap((text) => text.pictures ?? []));
  const split: SplitText = { title: undefined, stretches, by: 'headings' };
  const sample = texts.map((text) => text.sample).join('\n');
  const { description, subjects } = about;
  const book = bookOf(
    { split, pictures, title: about.title ?? title, authors, language, description, subjects },
    `${title}.txt`,
    overrides,
    sample,
  );
  const doubts = [
    ...texts.flatMap(({ file, doubts: own }) =>
      own.map((doubt) => ({ ...doubt, message: `${file.path}: ${doubt.message}` })),
    ),
    ...orderDoubts(unique.map((file) => file)),
    ...copies.map(([copy, original]) =>
      chaptersDoubt(`"${copy}" has the same content as "${original}" and was left out.`),
    ),
    ...(order.leftOut.length > 0 ? [chaptersDoubt(`Not a chapter, left out: ${listed(order.leftOut)}.`)] : []),
  ];
  const usedEncoding = encoding ?? texts.find((text) => text.encoding !== undefined)?.encoding;
  const result = {
    ...book,
    ...(usedEncoding === undefined ? {} : { encoding: usedEncoding }),
    doubts,
    leftOut: leftOutOf(texts, order.leftOut),
  };
  return withCover(result, files, folder);
}

/** Lists what was left out of the book, with an entry per kind of content. */
function leftOutOf(texts: readonly ReadFile[], files: readonly string[]): LeftOut[] {
  const kinds = Map.groupBy(
    texts.flatMap((text) => text.leftOut),
    ({ what }) => what,
  );
  const merged = [...kinds.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : [],
  );
  return [...merged, ...leftOut('Files that are not chapters', files)];
}

/** Omits files with the same number and the same bytes as another file, such as a chapter that was downloaded twice. */
async function withoutCopies(files: readonly ChapterFile[], byPath: ReadonlyMap<string, CollectionFile>) {
  const counts = Map.groupBy(files, ({ name, part }) => `${part}\u0000${name.number}`);
  const originals = new Map<string, string>();
  const copies: [copy: string, original: string][] = [];
  const unique: ChapterFile[] = [];
  for (const file of files) {
    const group = `${file.part}\u0000${file.name.number}`;
    const isAlone = (counts.get(group)?.length ?? 0) < 2;
    const key = isAlone ? '' : `${group}\u0000${hash(await bytesOf(file.path, byPath))}`;
    const original = originals.get(key);
    if (key !== '' && original !== undefined) copies.push([file.path, original]);
    else unique.push(file);
    if (key !== '' && original === undefined) originals.set(key, file.path);
  }
  return { unique, copies };
}

const bytesOf = async (path: string, byPath: ReadonlyMap<string, CollectionFile>): Promise<Uint8Array> =>
  (await byPath.get(path)?.read?.()) ?? new Uint8Array();

async function readOne(
  file: ChapterFile,
  byPath: ReadonlyMap<string, CollectionFile>,
  overrides: FieldOverrides,
  {
    encoding,
    ...options
  }: { readonly encoding: string | undefined; readonly key: string; readonly files: SitePictures },
): Promise<ReadFile> {
  const bytes = await bytesOf(file.path, byPath);
  try {
    const text = await readChapterText(bytes, file.path, overrides, options);
    const isUncertain =
      overrides.encoding === undefined &&
      text.doubts.some(({ about, isQuestion }) => about === 'encoding' && isQuestion);
    if (!isUncertain || encoding === undefined || encoding === text.encoding)
      return {
        ...text,
        doubts: isUncertain && encoding !== undefined ? withoutQuestion(text.doubts) : text.doubts,
        file,
      };
    return { ...(await readChapterText(bytes, file.path, { ...overrides, encoding }, options)), file };
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
    throw new ManuscriptError(`"${file.path}": ${cause.message}`, { cause });
  }
}

const withoutQuestion = (doubts: readonly Doubt[]) => doubts.filter(({ about }) => about !== 'encoding');

const MAX_SAMPLED_FILES = 20;

/**
 * Returns the most frequent encoding among files whose encoding is certain. It is used for all files, because one
 * program has usually written them all, and the encoding of a short file may be uncertain.
 */
async function commonEncoding(
  files: readonly ChapterFile[],
  byPath: ReadonlyMap<string, CollectionFile>,
  overrides: FieldOverrides,
  pictureFiles: SitePictures,
): Promise<string | undefined> {
  const counts = new Map<string, number>();
  for (const file of files.filter(({ path }) => !isDocument(path)).slice(0, MAX_SAMPLED_FILES)) {
    const { encoding, doubts } = await readOne(file, byPath, overrides, {
      encoding: undefined,
      key: 'f',
      files: pictureFiles,
    });
    const isCertain = encoding !== undefined && !doubts.some(({ about }) => about === 'encoding');
    if (isCertain) counts.set(encoding, (counts.get(encoding) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

/**
 * Returns the chapters of all files. Files are divided at their headings only if the numbers of the headings continue
 * from file to file. If the numbers restart in a file, the headings are scenes.
 */
function stretchesOf(texts: readonly ReadFile[]): Stretch[] {
  const numbers = texts.flatMap(({ split }) => (split.by === 'headings' ? split.stretches.flatMap(numberOf) : []));
  const goOn = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
  return texts.flatMap((text) => {
    const titled = text.split.stretches.filter(({ title, number }) => title !== undefined || number !== undefined);
    const isDivided =
      text.split.by === 'headings' &&
      titled.length > 1 &&
      goOn &&
      titled.some((stretch) => numberOf(stretch).length > 0);
    if (!isDivided) return [joined(text)];
    return withoutPictureChapter(text.split.stretches).map((stretch) => ({
      ...stretch,
      part: stretch.part ?? text.file.part,
    }));
  });
}

/** Adds a picture above the first heading of a file to the chapter of that heading. */
function withoutPictureChapter([first, second, ...others]: readonly Stretch[]): Stretch[] {
  if (!first || !second) return first ? [first] : [];
  const isPicture = first.words === 0 && first.title === undefined && first.number === undefined;
  if (!isPicture) return [first, second, ...others];
  const anchors = [...(first.anchors ?? []), ...(second.anchors ?? [])];
  return [{ ...second, html: `${first.html}\n${second.html}`, anchors }, ...others];
}

function numberOf({ title, number }: Stretch): number[] {
  if (number !== undefined) return [number];
  const parsed = title === undefined ? undefined : parseTitle(title, Number.POSITIVE_INFINITY);
  return parsed && parsed.level !== 'part' ? [Number(parsed.number)] : [];
}

/** Minimum number of words above a heading. A heading with fewer words above it is the title of the file's chapter. */
const MIN_WORDS_ABOVE = 30;

/** Joins the text of a file into one chapter. Its first heading is the title, and the others remain in the text. */
function joined(text: ReadFile): Stretch {
  const { stretches, by } = text.split;
  const first = stretches[0];
  const head =
    first?.title === undefined && first?.number === undefined && (first?.words ?? 0) < MIN_WORDS_ABOVE
      ? (stretches[1] ?? first)
      : first;
  const html = stretches
    .map((stretch, index) => {
      const separator = by === 'rules' && index > 0 ? '<hr>\n' : '';
      const isInner = stretch !== head && (stretch.title !== undefined || stretch.number !== undefined);
      const inner = isInner ? `<h3>${escaped(stretch.title || String(stretch.number))}</h3>\n` : '';
      return separator + inner + stretch.html;
    })
    .join('\n');
  const words = stretches.reduce((sum, stretch) => sum + stretch.words, 0);
  const anchors = stretches.flatMap((stretch) => stretch.anchors ?? []);
  const isTitled = head?.title !== undefined || head?.number !== undefined;
  return { ...(isTitled ? titleFields(head) : nameFields(text)), part: text.file.part, html, words, anchors };
}

const escaped = (title: string) => title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

type Fields = Pick<Stretch, 'title' | 'number' | 'kind' | 'isUnnumbered'>;

const titleFields = ({ title, number, kind, isUnnumbered }: Stretch): Fields => ({
  title,
  ...(number === undefined ? {} : { number }),
  ...(kind === undefined ? {} : { kind }),
  ...(isUnnumbered === undefined ? {} : { isUnnumbered }),
});

/** Returns the title of a chapter without a heading: the title above the text, or else the file name. */
function nameFields({ split, title: stated, file }: ReadFile): Fields {
  const { number, title, isLabelled, isMatter } = file.name;
  const above = split.title ?? (title === '' || !/\.x?html?$/i.test(file.path) ? stated : undefined);
  if (above !== undefined) return { title: above };
  if (isLabelled)
    return {
      title: isMatter || number === undefined ? title : humanTitle(title, 'chapter', 'en', Number.POSITIVE_INFINITY),
    };
  return { title, kind: 'chapter', ...(number === undefined ? {} : { number }) };
}

/** Returns the authors that files name; none if two files name different authors. */
function sharedAuthors(texts: readonly ReadFile[]): readonly string[] {
  const named = texts.map(({ authors }) => authors).filter((authors) => authors.length > 0);
  const [first = []] = named;
  return named.every((authors) => authors.join('\u0000') === first.join('\u0000')) ? first : [];
}

function withCover(
  book: CollectionBook['book'],
  files: readonly CollectionFile[],
  folder: string,
): Promise<CollectionBook> | CollectionBook {
  const path = coverAmong(
    files.map((file) => file.path),
    folder,
  );
  const read = files.find((file) => file.path === path)?.read;
  if (path === undefined) return { book };
  if (!read) return { book, coverFile: path };
  return read().then((bytes) => ({
    book: { ...book, cover: { bytes, type: `image/${basename(path).endsWith('png') ? 'png' : 'jpeg'}` } },
  }));
}
