/** Latin letters without a Unicode decomposition, by their base letter. */
const PLAIN: Readonly<Record<string, string>> = {
  Æ: 'A',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  Ł: 'L',
  Ø: 'O',
  Œ: 'O',
  Þ: 'T',
  Ŧ: 'T',
  ẞ: 'S',
  ß: 'S',
};

/**
 * The letter under which a title is listed: its first letter without diacritics, `A` to `Z`, or `0` for anything else.
 */
export function initialLetter(title: string): string {
  const first = [...title.normalize('NFKD')].find((character) => !/\p{M}/u.test(character)) ?? '';
  const letter = PLAIN[first] ?? PLAIN[first.toUpperCase()] ?? first.toUpperCase();
  return /^[A-Z]$/.test(letter) ? letter : '0';
}
