const ROMAN = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/i;
const DIGITS: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
];

/** The number a numeral stands for: "12", "XII" or "twelve"; undefined where it is none. */
export function numberOf(numeral: string): number | undefined {
  if (/^\d{1,4}$/.test(numeral)) return Number(numeral);
  const word = WORDS.indexOf(numeral.toLowerCase());
  if (word > 0) return word;
  return numeral !== '' && ROMAN.test(numeral) ? romanValue(numeral.toUpperCase()) : undefined;
}

function romanValue(numeral: string): number {
  const values = [...numeral].map((digit) => DIGITS[digit] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
