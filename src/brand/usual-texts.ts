import { readFile } from 'node:fs/promises';
import type { LocaleCode } from '#src/contract/locales.ts';
import { mailTexts } from '#src/i18n/mails/mail-texts.ts';
import { isOwnTextKey, TEXT_AREAS } from './own-texts.ts';

/** The texts of a language that brands can replace, by key such as `common:home`. */
export async function usualTexts(code: LocaleCode): Promise<ReadonlyMap<string, string>> {
  const areas = await Promise.all(
    TEXT_AREAS.map(async (area): Promise<[string, string][]> => {
      const file = new URL(`../i18n/locales/${code}/${area}.json`, import.meta.url);
      const texts: Record<string, string> = JSON.parse(await readFile(file, 'utf8'));
      return Object.entries(texts).map(([key, text]) => [`${area}:${key}`, text]);
    }),
  );
  return new Map([...areas.flat().filter(([key]) => !key.startsWith('seo:') || isOwnTextKey(key)), ...mailTexts(code)]);
}
