const ROMAN = /^M{0,3}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})$/;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
/** U+2160 to U+216B: ROMAN NUMERAL ONE to TWELVE. */
const ROMAN_SIGN = /^[\u2160-\u216b\u2170-\u217b]$/;

/** Returns the value of a Roman numeral in letters of one case, or of a single character such as "Ⅳ". */
export function romanValue(text: string): number | undefined {
  if (ROMAN_SIGN.test(text)) return ((text.charCodeAt(0) - 0x2160) % 16) + 1;
  if (text === '' || (text !== text.toUpperCase() && text !== text.toLowerCase())) return undefined;
  const upper = text.toUpperCase();
  if (!ROMAN.test(upper)) return undefined;
  const values = [...upper].map((digit) => ROMAN_DIGITS[digit] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** Digits in Chinese and Japanese, both everyday and formal, and in Korean. */
const DIGITS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    '〇零○Ｏ영공',
    '一壹壱弌일',
    '二贰貳弐兩两俩이',
    '三叁參参叄삼',
    '四肆亖사',
    '五伍오',
    '六陆陸육륙',
    '七柒漆칠',
    '八捌팔',
    '九玖구',
  ].flatMap((characters, value) => [...characters].map((character) => [character, value])),
);
const UNITS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({ 十拾什십: 10, 百佰백: 100, 千仟천: 1000, 万萬만: 10_000 }).flatMap(([characters, value]) =>
    [...characters].map((character) => [character, value]),
  ),
);
/** Multiples of ten written as one character. */
const TENS: Readonly<Record<string, number>> = { 廿: 20, 卄: 20, 卅: 30, 卌: 40 };

/** Characters of Chinese, Japanese and Korean numerals. */
export const CJK_DIGITS = [...Object.keys(DIGITS), ...Object.keys(UNITS), ...Object.keys(TENS)].join('');

/** Returns the value of a Chinese, Japanese or Korean numeral, such as "一百零三", "两千〇一", "一〇三", "廿三" or "삼십". */
export function cjkValue(text: string): number | undefined {
  const characters = [...text];
  if (characters.length === 0 || characters.length > 12) return undefined;
  if (characters.every((character) => character in DIGITS))
    return Number(characters.map((character) => DIGITS[character]).join(''));
  let [total, section, digit] = [0, 0, 0];
  let lastUnit = 1;
  for (const character of characters) {
    const unit = UNITS[character];
    const tens = TENS[character];
    if (tens !== undefined) {
      section += tens;
      [digit, lastUnit] = [0, 10];
    } else if (unit === 10_000) {
      total += (section + digit || 1) * unit;
      [section, digit, lastUnit] = [0, 0, unit];
    } else if (unit !== undefined) {
      section += (digit || 1) * unit;
      [digit, lastUnit] = [0, unit];
    } else {
      if (digit !== 0) return undefined;
      digit = DIGITS[character] ?? 0;
      if (digit === 0) lastUnit = 1;
    }
  }
  // "一百五" is 150, "一百零五" is 105.
  const units = digit !== 0 && lastUnit >= 100 ? digit * (lastUnit / 10) : digit;
  return total + section + units;
}
