/** Maximum UTF-8 bytes of a chapter's HTML: about 90,000 English words. */
export const MAX_CHAPTER_BYTES = 512 * 1024;
/** Maximum nesting depth of elements in a chapter. */
export const MAX_CHAPTER_DEPTH = 256;

/** Number of UTF-8 bytes of a text, counted without copying it. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Each half of a surrogate pair counts as two of its four bytes. A lone surrogate is encoded as three bytes.
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
