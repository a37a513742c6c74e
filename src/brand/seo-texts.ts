import type { LocaleCode } from '#src/contract/locales.ts';
import common from '#src/i18n/locales/en/seo.json' with { type: 'json' };

/** Titles and descriptions that a brand words itself, by key of `seo.json`. The others are common to all brands. */
export type SeoTexts = Readonly<Record<string, string>>;

/** Longer titles would leave no room for what the page is about (src/seo/head-parts.ts). In characters, without placeholders. */
const MOST_WORDS_OF_TITLE = 40;
const MOST_WORDS = 200;

/** What a page is also told from others without. */
const DISPENSABLE: ReadonlySet<string> = new Set(['brand', 'tagline', 'introduction', 'books', 'names']);

/** Placeholders for the name plus the word "novels" or "stories", allowed wherever `{{name}}` is. */
const PHRASES: Readonly<Record<string, string>> = { novels: 'name', stories: 'name' };

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
const namesIn = (text: string) =>
  new Set(Array.from(text.matchAll(PLACEHOLDER), ([, placeholder = '']) => PHRASES[placeholder] ?? placeholder));

/** What is wrong with a brand's text; undefined for one that can be used. */
export function seoTextProblem(key: string, text: string): string | undefined {
  const usual = /-(title|description)$/.test(key)
    ? Object.entries(common).find(([name]) => name === key)?.[1]
    : undefined;
  if (usual === undefined) return 'must be a title or description of src/i18n/locales/en/seo.json';
  const [given, used] = [namesIn(usual), namesIn(text)];
  const list = (names: Iterable<string>) => Array.from(names, (name) => `{{${name}}}`).join(', ');
  const missing = [...given].filter((name) => !used.has(name) && !DISPENSABLE.has(name));
  if (missing.length > 0) return `must hold ${list(missing)}, which tells its pages apart`;
  if (!used.isSubsetOf(given)) return `must have no placeholders but ${list(given) || 'none'}`;
  const most = key.endsWith('-title') ? MOST_WORDS_OF_TITLE : MOST_WORDS;
  const length = [...text.replaceAll(PLACEHOLDER, '').trim()].length;
  return length > 0 && length <= most ? undefined : `must have 1 to ${most} characters besides placeholders`;
}

/** The texts that a brand words itself in a language. */
export const seoTextsOf = (
  { seoTexts }: { readonly seoTexts?: Readonly<Partial<Record<LocaleCode, SeoTexts>>> | undefined },
  code: LocaleCode,
): SeoTexts | undefined => seoTexts?.[code];
