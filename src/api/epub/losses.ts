import type { Doubt } from '../manuscript/types.ts';
import { EpubError } from './errors.ts';
import type { Package } from './package.ts';
import type { TocEntry } from './toc.ts';

/** Names listed in one message. */
const MAX_NAMES = 5;

/** Reports what of a book is not imported, or is imported differently. @throws EpubError if the book has no text */
export function lossesOf(opf: Package, toc: readonly TocEntry[], words: number): Doubt[] {
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
      `Pages that are pictures: ${list(pictures)}. Text in them cannot be searched, resized or read aloud.`,
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
