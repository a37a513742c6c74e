import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FoundBook, FoundBooks } from '#src/admin/contract/first-screen.ts';
import { type BookPreview, previewFiles, type ReadAs } from '#src/api/import/index.ts';
import type { Store } from '#src/api/index.ts';
import { type LocaleCode, localeOfLanguage } from '#src/contract/locales.ts';

/** Returns the problem with a path to books; undefined if it can be read. */
export async function booksProblem(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return `${path} does not exist. Enter the path of a folder with books.`;
  return found.isDirectory() || found.isFile() ? undefined : `${path} is neither a folder nor a file.`;
}

/**
 * Reads the books of a folder or file as an import would, without storing anything.
 * @param onBook called after each book
 */
export async function readBooks(
  path: string,
  as: ReadAs | undefined,
  store: Pick<Store, 'catalogue'> | undefined,
  onBook: () => void = () => {},
): Promise<FoundBooks> {
  const books: FoundBook[] = [];
  const refused: { file: string; reason: string }[] = [];
  const firstOfKey = new Map<string, string>();
  for await (const read of previewFiles([path], { as, store })) {
    onBook();
    if ('refused' in read) {
      refused.push({ file: read.refused, reason: read.reason });
      continue;
    }
    const twin = firstOfKey.get(read.key);
    if (twin === undefined) firstOfKey.set(read.key, read.file);
    books.push(foundBook(read, twin));
  }
  return { books, refused };
}

function foundBook(preview: BookPreview, twin: string | undefined): FoundBook {
  const { file, title, authors, language, totals, doubts, oddities } = preview;
  const locale = localeOfLanguage(language.code)?.code ?? 'en';
  return {
    file,
    title,
    author: authors.join(', ') || 'Unknown',
    language: language.code,
    locale,
    chapters: totals.chapters,
    sections: totals.sections,
    words: totals.words,
    decision: decisionOf(preview, twin),
    notes: [
      ...(language.confidence === 'uncertain' ? [`The language is probably ${language.code}.`] : []),
      ...doubts.filter(({ isQuestion }) => !isQuestion).map(({ message }) => message),
      ...oddities.map(({ message }) => message),
    ],
  };
}

function decisionOf({ doubts, resembles }: BookPreview, twin: string | undefined): string | null {
  const question = doubts.find(({ isQuestion }) => isQuestion);
  if (question) return question.message;
  if (twin !== undefined) return `It has the same title and author, or the same identifier, as "${basename(twin)}".`;
  const [stored] = resembles;
  return stored ? `It resembles book ${stored.bookId}, "${stored.title}" by ${stored.author}.` : null;
}

/** The languages of the books that can be imported, the most frequent one first. */
export function localesOf({ books }: FoundBooks): LocaleCode[] {
  const counts = new Map<LocaleCode, number>();
  for (const { locale } of books) counts.set(locale, (counts.get(locale) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([code]) => code);
}
