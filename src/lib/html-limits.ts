/** Most bytes of a chapter's HTML in UTF-8: some 90,000 English words. */
export const MOST_CHAPTER_BYTES = 512 * 1024;
/** Most elements that may stand in one another in a chapter. */
export const MOST_CHAPTER_DEPTH = 256;

/** Bytes of a text in UTF-8, counted without a copy of it. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Each half of a surrogate pair counts two of its four bytes; half a pair alone is written as three.
    if (code >= 0x80) bytes += code >= 0x800 && !isInPair(text, index, code) ? 2 : 1;
  }
  return bytes;
}

function isInPair(text: string, index: number, code: number): boolean {
  if (code < 0xd800 || code > 0xdfff) return false;
  const isFirst = code < 0xdc00;
  const other = text.charCodeAt(isFirst ? index + 1 : index - 1);
  return isFirst ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff;
}
