/** Normalises text for comparison: NFC, with each run of white space as a single space. */
export const normalText = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Returns the FNV-1a hash of the normalised text's UTF-16 units: 32 bits as 8 hex digits, enough to distinguish the
 * paragraphs of a book.
 */
export function textHash(text: string): string {
  const normal = normalText(text);
  let sum = OFFSET;
  for (let index = 0; index < normal.length; index += 1) sum = Math.imul(sum ^ normal.charCodeAt(index), PRIME);
  return (sum >>> 0).toString(16).padStart(8, '0');
}
