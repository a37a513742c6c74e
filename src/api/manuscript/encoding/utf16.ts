/**
 * Detects the byte order of UTF-16 without a mark by common characters such as spaces, line ends and ASCII letters.
 * @returns undefined if the bytes are not UTF-16
 */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  let [little, big] = [0, 0];
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (isCommon(bytes[at], bytes[at + 1])) little += 1;
    if (isCommon(bytes[at + 1], bytes[at])) big += 1;
  }
  if (Math.max(little, big) < Math.min(little, big) * MIN_RATIO || little === big) return undefined;
  const label = little > big ? 'utf-16le' : 'utf-16be';
  return isText(bytes, label) ? label : undefined;
}

/**
 * Minimum ratio between the two byte orders. Even in the wrong byte order, a few characters are in the list of common
 * characters by chance.
 */
const MIN_RATIO = 3;

/** Line ends, spaces, printable ASCII, and the punctuation of Chinese and Japanese. */
const isCommon = (low = 0, high = 0) =>
  (high === 0 && (low === 0x0a || low === 0x0d || low === 0x09 || (low >= 0x20 && low < 0x7f))) ||
  (high === 0x30 && low <= 0x02) ||
  (high === 0xff && (low === 0x0c || low === 0x01 || low === 0x1f || low === 0x1a)) ||
  (high === 0x20 && low >= 0x13 && low <= 0x1e);

function isText(bytes: Uint8Array, label: string): boolean {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return !/(?![\t\n\r\f\v])[\p{Cc}\p{Cn}\p{Co}]/u.test(text);
  } catch {
    return false;
  }
}
