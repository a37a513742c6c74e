/** Content types of pictures, by extension. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** Widths in px that `?w=` may have. */
export const MEDIA_WIDTHS: readonly number[] = [160, 240, 320, 480, 640, 960, 1280];

const FOLDERS = ['covers', 'pictures'];

/**
 * Whether `folder` and `name` identify a file directly in one of the media folders. The name must not begin with a dot.
 */
export function isMediaName(folder: string, name: string): boolean {
  return FOLDERS.includes(folder) && /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/.test(name);
}
