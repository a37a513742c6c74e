import type { Highlight, Mark } from '#src/contract/entities/marks.ts';
import type { Paths } from '#src/routes/paths.ts';
import { locatorFragment, passageFragment } from '../text/text-fragment.ts';
import { quoteOf } from './state.ts';

type Passage = Pick<Highlight, 'book' | 'chapter' | 'start' | 'end' | 'text'>;

/** Path of the chapter with the passage in the fragment. */
const passagePath = (paths: Paths, { book, chapter, start, end, text }: Passage): string =>
  paths.reader(book.id, chapter.id) + passageFragment(start, end, text);

/** Path of the chapter with the marked passage, or the bookmark's line, in the fragment. */
export const markPath = (paths: Paths, mark: Mark): string =>
  mark.kind === 'highlight'
    ? passagePath(paths, mark)
    : paths.reader(mark.book.id, mark.chapter.id) + locatorFragment(mark.start);

/** The quote and the book's title, which are shared before the link. */
const quoted = ({ text, book }: Passage): string => `“${quoteOf(text)}”\n${book.title}`;

/**
 * Shares a quote through the device's share sheet, or else copies it.
 * @returns whether it was copied, so that the page can confirm this
 */
export async function sharePassage(paths: Paths, passage: Passage): Promise<boolean> {
  const url = location.origin + passagePath(paths, passage);
  if ('share' in navigator) {
    // Rejected if the visitor closes the share sheet, which is not an error.
    await navigator.share({ text: quoted(passage), url }).catch(() => undefined);
    return false;
  }
  return copy(`${quoted(passage)}\n${url}`);
}

async function copy(text: string): Promise<boolean> {
  const { clipboard }: { clipboard?: Clipboard } = navigator as Navigator;
  const copied = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return copied ?? copyBySelection(text);
}

/** Copies a text without the clipboard API, which requires HTTPS. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
