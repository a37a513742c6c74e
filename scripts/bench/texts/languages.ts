import type { BookLanguage } from './book-language.ts';
import { EASTERN_LANGUAGES } from './languages-east.ts';
import { WESTERN_LANGUAGES } from './languages-west.ts';

/** How books are written, by language (BCP 47). */
export const LANGUAGES: Readonly<Record<string, BookLanguage>> = { ...WESTERN_LANGUAGES, ...EASTERN_LANGUAGES };
