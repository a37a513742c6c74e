/** Share by which pseudo-localised texts are longer than English, because translations may be longer too. */
const EXPANSION = 0.4;

const PLAIN = 'AaBCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz';
const MARKED = 'ÁáƁĆćĎďÉéĜĝĤĥÍíĴĵĶķĹĺŃńÓóŔŕŚśŤťÚúŴŵÝýŹź';
const VOWELS = /[aeiouáéíóú]/i;

/**
 * Turns an English text into the pseudo-locale (docs/use/languages.md): brackets show truncation, accents show that the
 * text is translated, and longer words show whether translations fit the layout. Placeholders are kept.
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
