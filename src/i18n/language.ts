import type { Locale } from '#src/contract/locales.ts';

/** The tag under which i18next looks texts up: it makes every tag canonical, and `tl-PH` is `fil-PH` then. */
export const i18nextLanguage = ({ tag }: Locale): string => Intl.getCanonicalLocales(tag)[0] ?? tag;
