import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Id, Timestamp } from '../entities/scalars.ts';

/** Limits of the form at /becomeOurTranslator, for its validation and its texts (docs/develop/forms.md). */
export const TRANSLATOR_LIMITS = {
  name: 80,
  email: 254,
  languages: 5,
  books: 5,
  about: { min: 40, max: 3000 },
} as const;

/** The languages that a translator can choose, as BCP 47 tags. */
export const TRANSLATOR_LANGUAGES = [
  'en',
  'es',
  'zh',
  'de',
  'fr',
  'pt',
  'tl',
  'vi',
  'id',
  'ja',
  'ko',
  'ru',
  'it',
  'nl',
  'pl',
  'tr',
  'ar',
  'hi',
  'th',
] as const;

const Language = v.picklist(TRANSLATOR_LANGUAGES);
const distinct = <T>() => v.check((items: T[]) => new Set(items).size === items.length, 'names one twice');

const Fields = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(TRANSLATOR_LIMITS.name)),
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(TRANSLATOR_LIMITS.email)),
  native: Language,
  /** Languages that the translator translates from. */
  languages: v.pipe(v.array(Language), v.minLength(1), v.maxLength(TRANSLATOR_LIMITS.languages), distinct()),
  /** Books that the translator would like to translate first. */
  books: v.pipe(v.array(Id), v.minLength(1), v.maxLength(TRANSLATOR_LIMITS.books), distinct()),
  /** Information about the translator, or a short sample translation, as plain text. */
  about: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(TRANSLATOR_LIMITS.about.min),
    v.maxLength(TRANSLATOR_LIMITS.about.max),
  ),
  /** Consent to the terms and to being contacted about the application. */
  consent: v.literal(true),
  /** Idempotency key, one per application. */
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,64}$/)),
});

/** An application with all rules of the form, which the page and the API both use for validation. */
export const TranslatorApplication = v.pipe(
  Fields,
  v.forward(
    v.partialCheck(
      [['native'], ['languages']],
      ({ native, languages }) => !languages.includes(native),
      'must not contain the native language',
    ),
    ['languages'],
  ),
);
export type TranslatorApplication = v.InferOutput<typeof TranslatorApplication>;

export const translatorApply = defineCall('translator.apply', {
  method: 'POST',
  purpose:
    'Applies as a translator. Repeating a key creates no second application; another key with the same email is a CONFLICT.',
  fallback: 'translators apply to support by email',
  pages: ['translator'],
  idempotent: true,
  onFailure: 'in-place',
  params: TranslatorApplication,
  data: v.object({ application: v.nullable(v.object({ id: Id, created_at: Timestamp })) }),
  empty: { application: null },
  errors: ['BAD_REQUEST', 'CONFLICT', 'RATE_LIMITED'],
});
