import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { LOCALES } from '#src/contract/locales.ts';
import { type T, textOf } from '#src/i18n/t.ts';

const folder = join(import.meta.dirname, '../../src/i18n/locales/en');

/** Returns the English texts by area, as they are in the text files. */
export const englishTexts = (): Record<string, Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]),
  );

/** Returns `t` with the English texts, configured like the site's `t`. */
export async function englishT(): Promise<T> {
  const texts = englishTexts();
  // This is a variable and not an argument, because the types do not know `showSupportNotice`.
  const options = {
    lng: 'en-US',
    fallbackLng: 'en-US',
    ns: Object.keys(texts),
    defaultNS: 'common',
    showSupportNotice: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { 'en-US': texts },
  };
  await i18next.init(options);
  return textOf(LOCALES.en);
}
