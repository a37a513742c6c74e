import { localeOfSection, placeProblem, subtagsOf } from '#src/contract/locales.ts';
import { LecternError } from '#src/lib/errors.ts';
import type { ImportedBook } from '../epub/index.ts';

/**
 * Returns why a book cannot be imported into a section; undefined if it can. A language that is only a guess does not
 * contradict the section.
 */
export function languageProblem(
  { language, isCertain }: { readonly language: string; readonly isCertain: boolean },
  section: number | undefined,
): string | undefined {
  if (section === undefined || !isCertain) return undefined;
  const problem = placeProblem({ section, language });
  const own = localeOfSection(section);
  if (problem === undefined || own === undefined) return undefined;
  return `The language of the book and the section contradict each other: ${problem}. Omit the section, or set the language to "${subtagsOf(own)[0]}" if the file states a wrong one.`;
}

/** @throws LecternError IMPORT_LANGUAGE if the book's language belongs in another section */
export function checkLanguage(book: ImportedBook, section: number | undefined): void {
  const { language, isLanguageCertain: isCertain = language !== 'und' } = book;
  const problem = languageProblem({ language, isCertain }, section);
  if (problem !== undefined) throw new LecternError('IMPORT_LANGUAGE', problem);
}
