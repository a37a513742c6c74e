const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const WORD = new RegExp(
  `[${CJK}]|(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+(?:['’-](?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+)*`,
  'gu',
);

/** Counts words, or characters in scripts without spaces between words. */
export const countWords = (text: string): number => wordsIn(text).length;

/** Returns the words of a text, or its characters in scripts without spaces between words. */
export const wordsIn = (text: string): readonly string[] => text.match(WORD) ?? [];
