import { TRANSLATOR_LANGUAGES } from '#src/contract/calls/translator.ts';
import { messagesIn } from '#src/i18n/mails/messages.ts';
import polyglot from '../brands/languages/polyglot/brand.ts';
import { OPTIONAL_FIELDS } from './memory-source.ts';

/** All lines of the texts in a value. */
const linesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.split('\n');
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linesIn) : [];
};

const { appName, tagline, supportEmail } = polyglot;

/** Texts that a page in the pseudo-locale may show without brackets: the brand's own texts, and shortened numbers. */
const PLAIN = [
  // The longest text first: it may contain a shorter one, such as the name of the brand.
  ...linesIn([appName, tagline, supportEmail, OPTIONAL_FIELDS])
    .filter((line) => line.trim() !== '')
    .sort((one, other) => other.length - one.length),
  /reader@[\w.]+/g,
  /\d[KMB]\b/g,
];

/** Names of languages. They come from Intl and not from the text files. */
const names = new Intl.DisplayNames('en-US', { type: 'language' });
const LANGUAGES = TRANSLATOR_LANGUAGES.map((code) => names.of(code));

/** Texts from the API: the name of a new account's voucher, and names of browsers. */
const API_TEXTS = [messagesIn('en-us').welcome, ...['Linux', 'Mac', 'Windows'].map((system) => `Chrome, ${system}`)];
const ALLOWED = new Set([...LANGUAGES, ...API_TEXTS]);

/**
 * Returns the texts that have Latin letters outside brackets, and so come neither from the store nor from the text
 * files.
 */
export function hardCoded(texts: readonly string[]): string[] {
  const isHardCoded = (text: string) => {
    const rest = PLAIN.reduce<string>((left, words) => left.replaceAll(words, ''), outsideBrackets(text)).trim();
    return /\p{Script=Latin}/u.test(rest) && !/^[A-Z]$/.test(rest) && !ALLOWED.has(rest);
  };
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))].filter(isHardCoded);
}

function outsideBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const sign of text) {
    if (sign === '[') depth += 1;
    else if (sign === ']') depth -= 1;
    else if (depth === 0) outside += sign;
  }
  // Descriptions may be cut at any position, so a closing bracket may be missing.
  return depth === 0 || text.endsWith('…') ? outside : text;
}
