const LONGEST = 80;

/**
 * A title as a part of a file's name: without the signs that Windows, macOS or Android forbid, and without invisible
 * ones that turn a name around. At most 80 characters.
 * @returns undefined where neither letter nor digit is left
 */
export function fileNameOf(title: string): string | undefined {
  const plain = title
    .normalize('NFC')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Cs}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ');
  // Neither hidden, as names that begin with a dot are, nor ending in what Windows takes away.
  const name = [...plain]
    .slice(0, LONGEST)
    .join('')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  return /[\p{L}\p{N}]/u.test(name) ? name : undefined;
}
