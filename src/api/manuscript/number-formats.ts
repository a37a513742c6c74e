const ROMAN: readonly (readonly [string, number])[] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];
const MAX_ROMAN = 3999;
const CHINESE_DIGITS = '〇一二三四五六七八九';
const RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщэюя';
const KOREAN = '가나다라마바사아자차카타파하';
const HEBREW = 'אבגדהוזחט';
const MAX_REPEATS = 10;

/** Word's names of number formats (ECMA-376, 17.18.59) that are not decimal. */
const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  lowerLetter: (value) => letters(value, 'abcdefghijklmnopqrstuvwxyz'),
  upperLetter: (value) => letters(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  lowerRoman: roman,
  upperRoman: (value) => roman(value).toUpperCase(),
  decimalZero: (value) => String(value).padStart(2, '0'),
  russianLower: (value) => letters(value, RUSSIAN),
  russianUpper: (value) => letters(value, RUSSIAN.toUpperCase()),
  ganada: (value) => letters(value, KOREAN),
  hebrew1: (value) => (value > HEBREW.length ? String(value) : letters(value, HEBREW)),
  chineseCounting: chinese,
  chineseCountingThousand: chinese,
  taiwaneseCounting: chinese,
  taiwaneseCountingThousand: chinese,
  japaneseCounting: chinese,
};

/** Formats a number as Word does. Formats that are not known are decimal. */
export const formatNumber = (value: number, format: string): string =>
  value > 0 && Object.hasOwn(FORMATS, format) ? (FORMATS[format]?.(value) ?? String(value)) : String(value);

/** Word repeats letters after the last: "z", "aa", "bb". */
function letters(value: number, alphabet: string): string {
  const repeats = Math.ceil(value / alphabet.length);
  return repeats > MAX_REPEATS ? String(value) : (alphabet[(value - 1) % alphabet.length] ?? '').repeat(repeats);
}

function roman(value: number): string {
  if (value > MAX_ROMAN) return String(value);
  let [left, text] = [value, ''];
  for (const [sign, worth] of ROMAN) for (; left >= worth; left -= worth) text += sign;
  return text;
}

/** Writes numbers below 100 in Chinese, and others in digits. */
function chinese(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const digit = (at: number) => CHINESE_DIGITS[at] ?? '';
  if (value >= 100) return String(value);
  return `${tens > 1 ? digit(tens) : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digit(ones) : ''}`;
}
