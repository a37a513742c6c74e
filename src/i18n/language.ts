import type { Locale } from '#src/contract/locales.ts';

/** The language tag that i18next uses: it canonicalises tags, so `tl-PH` becomes `fil-PH`. */
export const i18nextLanguage = ({ tag }: Locale): string => Intl.getCanonicalLocales(tag)[0] ?? tag;
