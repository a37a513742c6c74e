const LONGEST = 80;

/**
 * Converts a title to a part of a file name, at most 80 characters long: without characters that Windows, macOS or
 * Android forbid, and without invisible characters that reverse the text direction.
 * @returns undefined if no letter or digit is left
 */
export function fileNameOf(title: string): string | undefined {
  const plain = title
    .normalize('NFC')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Cs}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ');
  // Removes leading dots, which hide a file, and trailing characters that Windows drops.
  const name = [...plain]
    .slice(0, LONGEST)
    .join('')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  return /[\p{L}\p{N}]/u.test(name) ? name : undefined;
}
