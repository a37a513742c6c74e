/** Letters without a Unicode decomposition, and how they are spelled when folded. */
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
 * Folds a text for comparison: lower case, without accents, in NFKD. Used to search the catalogue, a book or a page.
 */
export function fold(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
  return bare.replaceAll(/[đðħıłøŧþßæœ]/g, (letter) => SPELLED[letter] ?? letter);
}
