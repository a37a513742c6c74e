import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from '#src/contract/locales.ts';

/** What a page tells its deferred module, in the meta element `lectern`. */
export interface PageFacts {
  /** Base path of the brand's API calls. */
  readonly prefix: string;
  readonly locale: LocaleCode;
  /** Parts of domain names with the measurement id of each (spec 1). */
  readonly measure: readonly (readonly [domainPart: string, measurementId: string])[];
  /** The brand counts nobody who has not agreed. */
  readonly consent: boolean;
}

/** The facts of this page; undefined where they are missing or damaged. */
export function pageFacts(): PageFacts | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name="lectern"]')?.content;
  if (text === undefined) return undefined;
  const facts: Partial<PageFacts> = JSON.parse(text);
  const { prefix = '', locale = DEFAULT_LOCALE, measure = [], consent = true } = facts;
  return prefix.startsWith('/') && isLocaleCode(locale) ? { prefix, locale, measure, consent } : undefined;
}
