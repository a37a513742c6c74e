import { LOCALES } from '../../../contract/locales.ts';

/** The native name of a language, such as "Español". */
export const localeName = (code: string): string =>
  Object.values(LOCALES).find((locale) => locale.code === code)?.name ?? code;
