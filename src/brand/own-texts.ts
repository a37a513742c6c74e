import * as v from 'valibot';
import { LOCALE_CODES, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import account from '#src/i18n/locales/en/account.json' with { type: 'json' };
import campaign from '#src/i18n/locales/en/campaign.json' with { type: 'json' };
import common from '#src/i18n/locales/en/common.json' with { type: 'json' };
import errors from '#src/i18n/locales/en/errors.json' with { type: 'json' };
import listing from '#src/i18n/locales/en/listing.json' with { type: 'json' };
import notebook from '#src/i18n/locales/en/notebook.json' with { type: 'json' };
import novel from '#src/i18n/locales/en/novel.json' with { type: 'json' };
import offline from '#src/i18n/locales/en/offline.json' with { type: 'json' };
import reader from '#src/i18n/locales/en/reader.json' with { type: 'json' };
import search from '#src/i18n/locales/en/search.json' with { type: 'json' };
import seo from '#src/i18n/locales/en/seo.json' with { type: 'json' };
import translator from '#src/i18n/locales/en/translator.json' with { type: 'json' };
import { mailTexts } from '#src/i18n/mails/mail-texts.ts';

/** The areas whose texts a brand can replace. `seoTexts` replaces the titles and descriptions of `seo`. */
const AREAS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account,
  campaign,
  common,
  errors,
  listing,
  notebook,
  novel,
  offline,
  reader,
  search,
  translator,
  mail: Object.fromEntries(Array.from(mailTexts('en'), ([key, text]) => [key.slice('mail:'.length), text])),
  seo: Object.fromEntries(Object.entries(seo).filter(([key]) => key.startsWith('feed-'))),
};

/** Whether a brand can replace the text with this key, such as `common:home`. */
export function isOwnTextKey(name: string): boolean {
  const [area = '', key = ''] = name.split(':');
  return Object.hasOwn(AREAS, area) && Object.hasOwn(AREAS[area] ?? {}, key);
}

/** The areas of interface texts, each a file of src/i18n/locales. */
export const TEXT_AREAS: readonly string[] = Object.keys(AREAS).filter((area) => area !== 'mail');

const MAX_TEXTS = 500;
/** A text may be this many times as long as the usual English one. */
const MAX_GROWTH = 3;
const MIN_LIMIT_CHARACTERS = 40;

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
const namesIn = (text: string) => new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name));
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The usual English text for a key such as `common:home`. For a plural form, the text of the form or of `other`. */
function usualText(name: string, code: LocaleCode): string | undefined {
  const [area = '', key = ''] = name.split(':');
  const texts = Object.hasOwn(AREAS, area) ? AREAS[area] : undefined;
  const form = PLURAL.exec(key)?.[1];
  const exact = texts && Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (form === undefined) return exact;
  const hasForm = new Intl.PluralRules(LOCALES[code].tag).resolvedOptions().pluralCategories.some((c) => c === form);
  return hasForm ? (exact ?? texts?.[key.replace(PLURAL, '_other')]) : undefined;
}

/** The problem with a brand's own text in a language; undefined if it is valid. */
export function ownTextProblem(name: string, text: string, code: LocaleCode): string | undefined {
  const usual = usualText(name, code);
  if (usual === undefined) return 'must be a text of src/i18n/locales/en, such as "common:hot-novels"';
  const [expected, used] = [namesIn(usual), namesIn(text)];
  const list = (names: Iterable<string>) => Array.from(names, (placeholder) => `{{${placeholder}}}`).join(', ');
  // A plural form such as "one chapter" may name its number in words.
  const missing = [...expected].filter((placeholder) => !used.has(placeholder) && placeholder !== 'count');
  if (missing.length > 0) return `must contain ${list(missing)}`;
  if (!used.isSubsetOf(expected)) return `must have no placeholders except ${list(expected) || 'none'}`;
  const max = Math.max(MIN_LIMIT_CHARACTERS, MAX_GROWTH * usual.length);
  const length = [...text.trim()].length;
  return length > 0 && length <= max ? undefined : `must have 1 to ${max} characters`;
}

/** A brand's own interface texts by language and key. */
export const OwnTexts = v.pipe(
  v.record(v.picklist(LOCALE_CODES), v.record(v.string(), v.string())),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const languages = dataset.value;
    for (const [code, texts] of Object.entries(languages)) {
      const place = { type: 'object', origin: 'value', input: languages, key: code, value: texts } as const;
      if (Object.keys(texts).length > MAX_TEXTS)
        addIssue({ message: `must contain at most ${MAX_TEXTS} texts`, path: [place] });
      for (const [key, value] of Object.entries(texts)) {
        const message = ownTextProblem(key, value, code as LocaleCode);
        if (message)
          addIssue({ message, path: [place, { type: 'object', origin: 'value', input: texts, key, value }] });
      }
    }
  }),
);
