/** How much longer pseudo-localised texts are than the English texts. Translations are often longer too. */
const EXPANSION = 0.4;

const PLAIN = 'AaBCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz';
const MARKED = 'ÁáƁĆćĎďÉéĜĝĤĥÍíĴĵĶķĹĺŃńÓóŔŕŚśŤťÚúŴŵÝýŹź';
const VOWELS = /[aeiouáéíóú]/i;

/**
 * Converts an English text to the pseudo-locale (docs/use/languages.md). Brackets reveal truncated texts, accents
 * reveal untranslated texts, and longer words reveal where translations would not fit the layout. Placeholders are not
 * changed.
 */
export function pseudoLocalize(text: string): string {
  const pieces = text.split(/(\{\{\w+\}\})/);
  const letters = pieces.flatMap((piece, index) => (index % 2 === 0 ? [...piece] : []));
  const vowels = letters.filter((letter) => VOWELS.test(letter)).length;
  const missing = Math.ceil(letters.length * EXPANSION);
  let vowelCount = 0;
  const times = () => 1 + share(missing, vowels, vowelCount++);
  const longer = (letter: string) => (VOWELS.test(letter) ? mark(letter).repeat(times()) : mark(letter));
  const long = pieces.map((piece, index) => (index % 2 === 0 ? [...piece].map(longer).join('') : piece)).join('');
  return `[${long}${vowels === 0 ? '~'.repeat(missing) : ''}]`;
}

/** Number of additional letters for the vowel at `index`. */
const share = (missing: number, vowels: number, index: number) =>
  Math.floor((missing * (index + 1)) / vowels) - Math.floor((missing * index) / vowels);

function mark(letter: string): string {
  const place = PLAIN.indexOf(letter);
  return place < 0 ? letter : (MARKED[place] ?? letter);
}
