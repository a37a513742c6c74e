/** How much longer than English a language gets. */
const LONGER = 0.4;

const PLAIN = 'AaBCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz';
const MARKED = 'ÁáƁĆćĎďÉéĜĝĤĥÍíĴĵĶķĹĺŃńÓóŔŕŚśŤťÚúŴŵÝýŹź';
const VOWELS = /[aeiouáéíóú]/i;

/**
 * A text of the pseudo-locale (docs/languages.md): brackets show where a text begins and ends, marks that it is no
 * plain English, longer words what a wordier language does to the layout. Placeholders stay.
 */
export function pseudoLocalize(text: string): string {
  const pieces = text.split(/(\{\{\w+\}\})/);
  const letters = pieces.flatMap((piece, index) => (index % 2 === 0 ? [...piece] : []));
  const vowels = letters.filter((letter) => VOWELS.test(letter)).length;
  const missing = Math.ceil(letters.length * LONGER);
  let seen = 0;
  const times = () => 1 + share(missing, vowels, seen++);
  const longer = (letter: string) => (VOWELS.test(letter) ? mark(letter).repeat(times()) : mark(letter));
  const long = pieces.map((piece, index) => (index % 2 === 0 ? [...piece].map(longer).join('') : piece)).join('');
  return `[${long}${vowels === 0 ? '~'.repeat(missing) : ''}]`;
}

/** What the vowel at `index` gets of so many missing letters. */
const share = (missing: number, vowels: number, index: number) =>
  Math.floor((missing * (index + 1)) / vowels) - Math.floor((missing * index) / vowels);

function mark(letter: string): string {
  const place = PLAIN.indexOf(letter);
  return place < 0 ? letter : (MARKED[place] ?? letter);
}
