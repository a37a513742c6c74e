import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Id, Timestamp } from '../entities/scalars.ts';

/** Limits of the form at /becomeOurTranslator, used by its fields and its texts (docs/develop/forms.md). */
export const TRANSLATOR_LIMITS = {
  name: 80,
  email: 254,
  languages: 5,
  books: 5,
  about: { min: 40, max: 3000 },
} as const;

/** Languages a translator can name, BCP 47. */
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
  /** Languages translated from. */
  languages: v.pipe(v.array(Language), v.minLength(1), v.maxLength(TRANSLATOR_LIMITS.languages), distinct()),
  /** Stories the translator would like to start with. */
  books: v.pipe(v.array(Id), v.minLength(1), v.maxLength(TRANSLATOR_LIMITS.books), distinct()),
  /** About the translator, or a short sample; plain text. */
  about: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(TRANSLATOR_LIMITS.about.min),
    v.maxLength(TRANSLATOR_LIMITS.about.max),
  ),
  /** Consent to be contacted about this, and to the terms. */
  consent: v.literal(true),
  /** Idempotency key, one per application. */
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,64}$/)),
});

/** An application, with all validation rules of the form; shared by the page and the API. */
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
