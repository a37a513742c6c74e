/** Letters that no Unicode decomposition takes apart. */
const SPELLED: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/**
 * The form in which texts are compared: lower case, without marks, compatibility forms made plain. The search of the
 * catalogue, in a book and on the page fold alike.
 */
export function fold(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
  return bare.replaceAll(/[đðħıłøŧþßæœ]/g, (letter) => SPELLED[letter] ?? letter);
}
