import type { LocaleCode } from '#src/contract/locales.ts';
import common from '#src/i18n/locales/en/seo.json' with { type: 'json' };

/**
 * Titles and descriptions that a brand can override, by key in `seo.json`. All other texts are the same for all brands.
 */
export type SeoTexts = Readonly<Record<string, string>>;

/**
 * Maximum length in characters, not counting placeholders. A longer title would leave no space for the subject of the
 * page (src/shell/head/head-parts.ts).
 */
const MAX_TITLE_CHARACTERS = 40;
const MAX_TEXT_CHARACTERS = 200;

/** Placeholders that a brand's text may omit, because the remaining ones already distinguish its pages. */
const DISPENSABLE: ReadonlySet<string> = new Set(['brand', 'tagline', 'introduction', 'books', 'names', 'heading']);

/** Placeholders that insert the name followed by "novels" or "stories". They are allowed wherever `{{name}}` is. */
const PHRASES: Readonly<Record<string, string>> = { novels: 'name', stories: 'name' };

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
const namesIn = (text: string) =>
  new Set(Array.from(text.matchAll(PLACEHOLDER), ([, placeholder = '']) => PHRASES[placeholder] ?? placeholder));

/** Keys of the titles and descriptions that a brand can replace. */
export const SEO_TEXT_KEYS: readonly string[] = Object.keys(common).filter((key) => /-(title|description)$/.test(key));

/** The problem with a brand's text; undefined if the text is valid. */
export function seoTextProblem(key: string, text: string): string | undefined {
  const usual = /-(title|description)$/.test(key)
    ? Object.entries(common).find(([name]) => name === key)?.[1]
    : undefined;
  if (usual === undefined) return 'must be a title or description of src/i18n/locales/en/seo.json';
  const [given, used] = [namesIn(usual), namesIn(text)];
  const list = (names: Iterable<string>) => Array.from(names, (name) => `{{${name}}}`).join(', ');
  const missing = [...given].filter((name) => !used.has(name) && !DISPENSABLE.has(name));
  if (missing.length > 0) return `must contain ${list(missing)}, which distinguishes its pages`;
  if (!used.isSubsetOf(given)) return `must have no placeholders except ${list(given) || 'none'}`;
  const most = key.endsWith('-title') ? MAX_TITLE_CHARACTERS : MAX_TEXT_CHARACTERS;
  const length = [...text.replaceAll(PLACEHOLDER, '').trim()].length;
  return length > 0 && length <= most ? undefined : `must have 1 to ${most} characters besides placeholders`;
}

/** The texts that a brand overrides in a language. */
export const seoTextsOf = (
  { seoTexts }: { readonly seoTexts?: Readonly<Partial<Record<LocaleCode, SeoTexts>>> | undefined },
  code: LocaleCode,
): SeoTexts | undefined => seoTexts?.[code];
