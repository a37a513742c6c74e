import { setImmediate } from 'node:timers/promises';
import { hash } from '#src/lib/hash.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import { openArchive } from './archive.ts';
import { makeChapters } from './chapters.ts';
import { rejectEncrypted } from './encryption.ts';
import { EpubError } from './errors.ts';
import { type Files, filesOf, withPicturePages } from './files.ts';
import { readCover } from './images.ts';
import { DEFAULT_LIMITS, type EpubLimits } from './limits.ts';
import { type Drawn, lossesOf } from './losses.ts';
import { isByFanFicFare, readMetadata } from './metadata.ts';
import { outline } from './outline.ts';
import { type Package, readPackage } from './package.ts';
import { type PlanContext, planChapters } from './plan.ts';
import { type DocumentSummary, summarise, wordsDrawn } from './summary.ts';
import { readToc, type TocEntry } from './toc.ts';
import { parseXhtml } from './tree.ts';
import type { ImportedBook } from './types.ts';

/**
 * Reads an EPUB 2 or 3 file. Does not write files or use the network. Throws only `EpubError`.
 * @param onProgress called with the fraction of chapters that have been read, up to 1
 * @param language overrides the language that the file declares
 */
export async function readEpub(
  bytes: Uint8Array,
  limits: Partial<EpubLimits> = {},
  onProgress: (share: number) => void = () => {},
  language?: string,
): Promise<ImportedBook> {
  try {
    return await read(bytes, { ...DEFAULT_LIMITS, ...limits }, onProgress, language || undefined);
  } catch (cause) {
    if (cause instanceof EpubError) throw cause;
    throw new EpubError(
      'broken',
      'The book could not be read: its files contradict each other. Save it again with an EPUB editor.',
      { cause },
    );
  }
}

async function read(
  bytes: Uint8Array,
  limits: EpubLimits,
  onProgress: (share: number) => void,
  language: string | undefined,
): Promise<ImportedBook> {
  const archive = filesOf(await openArchive(bytes, limits), limits);
  await rejectEncrypted(archive);
  const opf = await readPackage(archive);
  const pictures = opf.spine.flatMap(({ path, isPicture }) => (isPicture ? [path] : []));
  const files = withPicturePages(archive, new Set(pictures));
  const stated = readMetadata(opf);
  const metadata = language === undefined ? stated : { ...stated, language };
  const toc = await readToc(files, opf);
  const context = await contextOf(files, opf, toc, metadata.title, metadata.language);
  const plans = planChapters(outline(toc, context), context);
  const { chapters, images, leftOut } = await makeChapters(files, plans, context, onProgress);
  if (chapters.length === 0) {
    throw new EpubError(
      'no-chapters',
      'The book has no readable chapter: only covers, title pages and the like were found. Check that its text is in the reading order.',
    );
  }
  const cover = await readCover(files, opf);
  const book = { ...metadata, ...(cover && { cover }), chapters, images };
  const drawn = await drawnIn(archive, pictures, context);
  const words = chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  return { ...book, fingerprint: fingerprintOf(book), doubts: lossesOf(opf, toc, words, drawn), leftOut };
}

async function drawnIn(archive: Files, pictures: readonly string[], { documents }: PlanContext): Promise<Drawn> {
  let pageWords = 0;
  for (const path of pictures.filter((picture) => /\.svg$/i.test(picture)))
    pageWords += wordsDrawn(parseXhtml(await archive.text(path)));
  const withDrawings = documents.filter(({ drawings }) => drawings > 0);
  const words = withDrawings.reduce((sum, { drawnWords }) => sum + drawnWords, 0);
  return { pageWords, paths: withDrawings.map(({ path }) => path), words };
}

async function contextOf(
  files: Files,
  opf: Package,
  toc: TocEntry[],
  bookTitle: string,
  language: string,
): Promise<PlanContext> {
  const documents: DocumentSummary[] = [];
  for (const { path } of opf.spine) {
    await setImmediate();
    documents.push(summarise(path, await files.text(path), (href) => files.resolve(href, path)));
  }
  return {
    bookTitle,
    language,
    documents,
    maxNumber: Math.max(countEntries(toc), documents.length),
    guide: opf.guide,
    linear: opf.spine.map((item) => item.linear),
    nav: opf.nav,
    isByFanFicFare: isByFanFicFare(opf),
  };
}

function countEntries(entries: TocEntry[]): number {
  return entries.reduce((sum, entry) => sum + 1 + countEntries(entry.children), 0);
}

/**
 * Returns the fingerprint of a book. Images are not hashed, because the HTML names them by the hash of their content.
 */
function fingerprintOf({ cover, images: _images, ...visible }: Omit<ImportedBook, 'fingerprint'>): string {
  return hash(stableJson({ ...visible, cover: cover && hash(cover.bytes) }));
}
