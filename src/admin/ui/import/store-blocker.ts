import type { BookPreview, PlannedChapter, Resemblance, Resolution } from '../../contract/imports.ts';
import { withFieldNames } from './option-names.ts';

interface Corrected {
  readonly title: string;
  readonly author: string;
  /** Null for the chapters as read, which all have titles. */
  readonly chapters: readonly PlannedChapter[] | null;
  readonly resolution: Resolution | null;
  /** Whether the encoding, language or pattern differs from the last reading. */
  readonly isUnread: boolean;
}

/** Why the book cannot be stored yet; null if it can. */
export function storeBlocker(
  { doubts, resembles }: Pick<BookPreview, 'doubts'> & { readonly resembles: readonly Pick<Resemblance, 'bookId'>[] },
  { title, author, chapters, resolution, isUnread }: Corrected,
): string | null {
  if (isUnread) return 'Read the file again first, or undo the changes under “Reading”.';
  const question = doubts.find(({ isQuestion }) => isQuestion);
  if (question) return textOf(question);
  if (title.trim() === '') return 'Enter a title.';
  if (author.trim() === '') return 'Enter an author.';
  if (chapters?.length === 0) return 'Every chapter is left out. Restore at least one.';
  const untitled = chapters?.findIndex((chapter) => chapter.title.trim() === '') ?? -1;
  if (untitled >= 0) return `Enter a title for chapter ${untitled + 1}.`;
  const isChosen =
    resolution !== null &&
    (resolution.as === 'differentBook' || resembles.some(({ bookId }) => bookId === resolution.bookId));
  if (resembles.length > 0 && !isChosen) return 'This book resembles a stored one. Choose how they are related.';
  return null;
}

/** The text of a doubt. Replaces the server's text about encodings, which names options of the command line. */
export const textOf = ({ about, isQuestion, message }: BookPreview['doubts'][number]): string =>
  isQuestion && about === 'encoding'
    ? 'The encoding is not certain. Choose it under “Reading” and read the file again.'
    : withFieldNames(message);
