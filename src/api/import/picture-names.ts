import { basename } from 'node:path/posix';
import { originalName } from '../collection/index.ts';

/** Maximum number of names of pictures that are looked up for a text. Further pictures are left out. */
const MAX_PICTURE_NAMES = 20_000;
const MAX_PATH_CHARACTERS = 400;

/** The same for all spellings of a file name, because macOS and Windows ignore case and macOS decomposes accents. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Returns the paths of picture files that a text may name, as written and URL-decoded. Blanks and brackets may be part of
 * a path or end it, so there are several candidates for each.
 */
export function picturePathsIn(text: string): string[] {
  const paths = new Set<string>();
  for (const { 0: extension, index } of text.matchAll(/\.(?:jpe?g|png|gif|webp|svg)\b/gi)) {
    if (paths.size >= MAX_PICTURE_NAMES) break;
    const before = text.slice(Math.max(0, index - MAX_PATH_CHARACTERS), index);
    for (const separator of [/[\s"'<>()=[\]]/, /["'<>=\n]/]) {
      const path = ((before.split(separator).at(-1) ?? '') + extension).replaceAll('\\', '/');
      paths.add(path).add(decoded(path));
    }
  }
  return [...paths];
}

/** Returns the names of picture files in a text, and for smaller copies also the names of their originals. */
export function pictureNamesIn(text: string): Set<string> {
  const names = picturePathsIn(text).map((path) => basename(path));
  return new Set(names.flatMap((name) => [name, originalName(name)]).map(nameKey));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
