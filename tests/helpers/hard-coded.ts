import { messagesIn } from '#src/api/visitors/messages.ts';
import { TRANSLATOR_LANGUAGES } from '#src/contract/calls/translator.ts';

/** What a page of the pseudo-locale may say without brackets: the brand's own words, one letter, shortened numbers. */
const PLAIN = [/Polyglot/g, /Novels in three languages, for tests\./g, /(support|reader)@[\w.]+/g, /\d[KMB]\b/g];

/** Names that Intl gives languages, which the texts do not hold. */
const names = new Intl.DisplayNames('en-US', { type: 'language' });
const LANGUAGES = TRANSLATOR_LANGUAGES.map((code) => names.of(code));

/** What the API says in a language of its own: the name of the voucher of a new account, and a browser's names. */
const OF_THE_API = [messagesIn('en-us').welcome, ...['Linux', 'Mac', 'Windows'].map((system) => `Chrome, ${system}`)];
const KNOWN = new Set([...LANGUAGES, ...OF_THE_API]);

/** The texts in which Latin letters stand outside of brackets: they come neither from the store nor from the files. */
export function hardCoded(texts: readonly string[]): string[] {
  const isPlain = (text: string) => {
    const rest = PLAIN.reduce((left, words) => left.replaceAll(words, ''), outsideBrackets(text)).trim();
    return /\p{Script=Latin}/u.test(rest) && !/^[A-Z]$/.test(rest) && !KNOWN.has(rest);
  };
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))].filter(isPlain);
}

function outsideBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const sign of text) {
    if (sign === '[') depth += 1;
    else if (sign === ']') depth -= 1;
    else if (depth === 0) outside += sign;
  }
  // Descriptions are cut to a length, wherever that is.
  return depth === 0 || text.endsWith('…') ? outside : text;
}
