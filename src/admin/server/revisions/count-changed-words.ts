import { plainText } from '#src/api/store/plain-text.ts';
import { wordsIn } from '#src/lib/count-words.ts';

/**
 * Counts the words that a text gained and lost. A moved word is neither, so that the counts need no alignment of the
 * two texts and take time in proportion to their length.
 * @param before undefined if there is no earlier text
 */
export function countChangedWords(
  before: string | undefined,
  after: string,
): { readonly words: number; readonly added: number; readonly removed: number } {
  const words = wordsIn(plainText(after));
  if (before === undefined) return { words: words.length, added: 0, removed: 0 };
  const unmatched = new Map<string, number>();
  for (const word of wordsIn(plainText(before))) unmatched.set(word, (unmatched.get(word) ?? 0) + 1);
  let added = 0;
  for (const word of words) {
    const count = unmatched.get(word) ?? 0;
    if (count === 0) added += 1;
    else unmatched.set(word, count - 1);
  }
  const removed = [...unmatched.values()].reduce((sum, count) => sum + count, 0);
  return { words: words.length, added, removed };
}
