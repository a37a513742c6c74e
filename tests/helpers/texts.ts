import { readdirSync, readFileSync } from 'node:fs';
import i18next from 'i18next';
import { LOCALES } from '#src/contract/locales.ts';
import { type T, textOf } from '#src/i18n/t.ts';

const folder = new URL('../../src/i18n/locales/en/', import.meta.url);

/** The English texts by area, as they stand in the files. */
export const englishTexts = (): Record<string, Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
    ]),
  );

/** `t` over the English texts, set up as the site has it. */
export async function englishT(): Promise<T> {
  const texts = englishTexts();
  // A constant, because the types do not know `showSupportNotice`.
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
