import type { Doubt } from '../manuscript/types.ts';
import { EpubError } from './errors.ts';
import type { Package } from './package.ts';
import type { TocEntry } from './toc.ts';

/** Maximum number of names in a message. */
const MAX_NAMES = 5;

/** Text in SVG drawings, which chapters contain only as pictures or not at all. */
export interface Drawn {
  /** Number of words on pages that consist of a drawing. */
  readonly pageWords: number;
  /** Documents with drawings that chapters do not show. `words` is the number of words in these drawings. */
  readonly paths: readonly string[];
  readonly words: number;
}

/**
 * Returns messages about the parts of a book that are not imported or are changed by the import.
 * @throws EpubError if the book has no text
 */
export function lossesOf(opf: Package, toc: readonly TocEntry[], words: number, drawn: Drawn): Doubt[] {
  if (words === 0)
    throw new EpubError(
      'no-chapters',
      'The book has no text: its pages are pictures, as in comics and scanned books. Get an edition with text.',
    );
  const titles = new Map<string, string>(titlesByPath(toc));
  const texts = opf.missing.filter(({ type }) => type === 'document').map(({ path }) => named(path, titles.get(path)));
  const others = opf.missing.filter(({ type }) => type !== 'document').map(({ path }) => named(path));
  const pictures = opf.spine.filter(({ isPicture }) => isPicture).map(({ path }) => named(path, titles.get(path)));
  const messages = [
    texts.length > 0 &&
      `Missing text: the book names ${list(texts)}, which it does not contain. The rest was read. Get a complete copy of the book.`,
    others.length > 0 && `Missing pictures or style sheets: ${list(others)}. Get a complete copy of the book.`,
    pictures.length > 0 &&
      `Pages that are pictures: ${list(pictures)}. Text in them${drawn.pageWords > 0 ? ` (${drawn.pageWords} words)` : ''} cannot be searched, resized or read aloud.`,
    drawn.paths.length > 0 &&
      `Drawings (SVG) within the text are left out: ${list(drawn.paths.map((path) => named(path, titles.get(path))))}. ${drawn.words > 0 ? `${drawn.words} words in them are lost. ` : ''}Save them as image files with an EPUB editor.`,
    opf.isFixed &&
      'The book has a fixed layout. Its text is shown as ordinary paragraphs, without the positions on its pages.',
  ];
  return messages.flatMap((message) => (message ? [{ about: 'loss' as const, message, isQuestion: false }] : []));
}

function* titlesByPath(toc: readonly TocEntry[]): Generator<[string, string]> {
  for (const entry of toc) {
    if (entry.target !== undefined && entry.title !== '') yield [entry.target, entry.title];
    yield* titlesByPath(entry.children);
  }
}

const named = (path: string, title?: string): string => (title === undefined ? `"${path}"` : `"${path}" (${title})`);

const list = (names: readonly string[]): string =>
  names.length <= MAX_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`;
