import { LecternError } from '#src/lib/errors.ts';

/** What file systems take for one name, in bytes. */
const MOST_NAME_BYTES = 255;
const LONGEST_SUFFIX = '.html.br';

/**
 * The file of a page below `site/`: its decoded path and `.html`; `/` is index.html.
 * @throws LecternError UNWRITABLE for a path that is not canonical, leads out of the folder or takes another's place
 */
export function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  const names = path.startsWith('/') ? path.slice(1).split('/').map(decodeName) : [undefined];
  if (names.some((name) => name === undefined)) throw refused(path, 'it is not spelled canonically');
  if (names.length === 1 && names[0] === 'index') throw refused(path, 'its file would be that of /');
  if (names[0]?.startsWith('_')) throw refused(path, 'names with _ at the start belong to browser files');
  const tooLong = names.find((name = '') => Buffer.byteLength(name + LONGEST_SUFFIX) > MOST_NAME_BYTES);
  if (tooLong !== undefined) throw refused(path, `the name "${tooLong}" is longer than a file's may be`);
  return `${names.join('/')}.html`;
}

/** @returns undefined for what is no single plain name in its one spelling */
function decodeName(segment: string): string | undefined {
  try {
    const name = decodeURIComponent(segment);
    const plain = name !== '' && !/^\.{1,2}$|[/\\\p{Cc}]/u.test(name);
    return plain && encodeURIComponent(name) === segment ? name : undefined;
  } catch {
    return undefined;
  }
}

/** A browser file's place below `site/`, such as `_astro/page.Dk3.js` for `/_astro/page.Dk3.js`. */
export function assetFileOf(url: string): string {
  const names = url.slice(1).split('/');
  const plain = names.every((name) => /^[A-Za-z0-9_@-][A-Za-z0-9._@-]*$/.test(name));
  if (!url.startsWith('/') || !plain) throw refused(url, 'a browser file has plain names only');
  if (url.endsWith('.html')) throw refused(url, 'its file could be that of a page');
  return names.join('/');
}

const refused = (path: string, reason: string) =>
  new LecternError('UNWRITABLE', `${path} cannot be written to a release: ${reason}.`);
