import type { Locale } from '#src/contract/locales.ts';

/** The tag that i18next uses for a locale's language. i18next canonicalises tags, so `tl-PH` becomes `fil-PH`. */
export const i18nextLanguage = ({ tag }: Locale): string => Intl.getCanonicalLocales(tag)[0] ?? tag;
