import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from './src/contract/locales.ts';
import { i18nextLanguage } from './src/i18n/language.ts';
import { pseudoLocalize } from './src/i18n/pseudo-locale.ts';

const folder = join(process.cwd(), 'src/i18n/locales');

/**
 * Escapes texts, because the integration writes them into source code between double quotes and does not escape them.
 */
function quotable(value: unknown): unknown {
  if (typeof value === 'string') return JSON.stringify(value).slice(1, -1);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, quotable(member)]));
}

const areasOf = (code: string) =>
  readdirSync(join(folder, code))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));

/** In tests, English may be replaced by the pseudo-locale (docs/use/languages.md). */
const isPseudo = (code: string) => code === 'en' && process.env['LECTERN_PSEUDO'] === 'true';

function readTexts(code: string, area: string): Record<string, string> {
  const texts: Record<string, string> = JSON.parse(readFileSync(join(folder, code, `${area}.json`), 'utf8'));
  if (!isPseudo(code)) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoLocalize(text)]));
}

const textsOf = (code: string) =>
  Object.fromEntries(areasOf(code).map((area) => [area, quotable(readTexts(code, area))]));

const present = readdirSync(folder).filter((code) => Object.hasOwn(LOCALES, code));
const tagOf = (code: string) => i18nextLanguage(LOCALES[code as keyof typeof LOCALES]);

export default {
  defaultLocale: 'en',
  locales: ['en', ...present.filter((code) => code !== 'en')],
  namespaces: areasOf('en'),
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    lng: 'en-US',
    fallbackLng: 'en-US',
    supportedLngs: false,
    initAsync: false,
    showSupportNotice: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(present.map((code) => [tagOf(code), textsOf(code)])),
  },
  i18nextServerPlugins: { fsBackend: null },
};
