import { join } from 'node:path';
import { writeAtomic } from '#src/lib/files.ts';
import { isPlainFile, isPlainFolder } from '#src/lib/plain-files.ts';
import { isMediaName } from '../media/media-types.ts';

/**
 * Writes a picture to the media folder. If the file exists, it is kept, because its name is the hash of its content.
 * @param file path below the media folder, such as `covers/0123456789abcdef.webp`
 * @returns the full path if the file is new
 */
export async function keepPicture(media: string, file: string, content: Uint8Array): Promise<string | undefined> {
  const [folder = '', name = '', ...rest] = file.split('/');
  if (rest.length > 0 || !isMediaName(folder, name)) throw new TypeError(`"${file}" is not the name of a picture.`);
  const path = join(media, file);
  isPlainFolder(media, folder);
  if (isPlainFile(media, file)) return undefined;
  await writeAtomic(path, content);
  return path;
}
