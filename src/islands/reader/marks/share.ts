import type { Highlight, Mark } from '#src/contract/entities/marks.ts';
import { locatorFragment, passageFragment } from '#src/lib/text-fragment.ts';
import type { Paths } from '#src/routes/paths.ts';
import { quoteOf } from '#src/stores/marks.ts';

type Passage = Pick<Highlight, 'book' | 'chapter' | 'start' | 'end' | 'text'>;

/** Path of a passage: the chapter, and in its fragment the place. */
const passagePath = (paths: Paths, { book, chapter, start, end, text }: Passage): string =>
  paths.reader(book.id, chapter.id) + passageFragment(start, end, text);

/** Path of a mark: of a bookmark the line it stands at. */
export const markPath = (paths: Paths, mark: Mark): string =>
  mark.kind === 'highlight'
    ? passagePath(paths, mark)
    : paths.reader(mark.book.id, mark.chapter.id) + locatorFragment(mark.start);

/** The quote with its book, to stand above the link. */
const quoted = ({ text, book }: Passage): string => `“${quoteOf(text)}”\n${book.title}`;

/**
 * Sends a quote on: by the device's own way where it has one, else to the clipboard.
 * @returns whether it was copied, so that the page says so
 */
export async function sharePassage(paths: Paths, passage: Passage): Promise<boolean> {
  const url = location.origin + passagePath(paths, passage);
  if ('share' in navigator) {
    // A visitor who thinks better of it has done nothing wrong.
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

/** Pages that are not served over https have no clipboard. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
