import { TRANSLATOR_LANGUAGES } from '#src/contract/calls/translator.ts';

/** The languages of the form, sorted by their names in the page's language. @param tag BCP 47 */
export function languageNames(tag: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(tag, { type: 'language' });
  const { compare } = new Intl.Collator(tag);
  return TRANSLATOR_LANGUAGES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    compare(a.name, b.name),
  );
}
