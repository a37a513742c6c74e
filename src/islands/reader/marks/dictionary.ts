/** Longer is no word to look up. */
const LONGEST = 40;

/** Address of the selected word in the dictionary of the text's language; null for more than a few words. */
export function definitionOf(text: string, language: string): string | null {
  const word = text.trim().replaceAll(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '');
  if (word === '' || word.length > LONGEST || word.split(/\s+/u).length > 3) return null;
  const [code = 'en'] = language.toLowerCase().split('-');
  return `https://${/^[a-z]{2,3}$/.test(code) ? code : 'en'}.wiktionary.org/wiki/${encodeURIComponent(word)}`;
}
