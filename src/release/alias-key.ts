import { DEFAULT_LOCALE, type LocaleCode } from '#src/contract/locales.ts';

/** The name under which a release files an identity (paths/identity.ts) of a locale. */
export const aliasKey = (locale: LocaleCode, identity: string) =>
  locale === DEFAULT_LOCALE ? identity : `${locale}:${identity}`;
