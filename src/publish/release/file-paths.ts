import { LecternError } from '#src/lib/errors.ts';

/** Maximum file name length of common file systems, in bytes. */
const MAX_NAME_BYTES = 255;
const LONGEST_SUFFIX = '.html.br';

/**
 * Returns a page's file below `site/`: its decoded path and `.html`; index.html for `/`.
 * @throws UnwritablePathError for a path that is not canonical, leaves the folder or collides with another file
 */
export function pageFile(path: string): string {
  if (path === '/') return 'index.html';
  const names = path.startsWith('/') ? path.slice(1).split('/').map(decodeName) : [undefined];
  if (names.some((name) => name === undefined)) throw new UnwritablePathError(path, 'it is not spelled canonically');
  if (names.length === 1 && names[0] === 'index')
    throw new UnwritablePathError(path, 'its file would be that of the home page');
  if (names[0]?.startsWith('_'))
    throw new UnwritablePathError(path, 'names that start with _ are reserved for browser files');
  const tooLong = names.find((name = '') => Buffer.byteLength(name + LONGEST_SUFFIX) > MAX_NAME_BYTES);
  if (tooLong !== undefined) throw new UnwritablePathError(path, `the name "${tooLong}" is too long for a file`);
  return `${names.join('/')}.html`;
}

/** @returns the decoded segment; undefined if it is not a plain name in its canonical encoding */
function decodeName(segment: string): string | undefined {
  try {
    const name = decodeURIComponent(segment);
    const plain = name !== '' && !/^\.{1,2}$|[/\\\p{Cc}]/u.test(name);
    return plain && encodeURIComponent(name) === segment ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the file of a browser asset below `site/`, such as `_astro/page.Dk3.js` for `/_astro/page.Dk3.js`. */
export function assetFile(url: string): string {
  const names = url.slice(1).split('/');
  const plain = names.every((name) => /^[A-Za-z0-9_@-][A-Za-z0-9._@-]*$/.test(name));
  if (!url.startsWith('/') || !plain) throw new UnwritablePathError(url, 'its path must consist of plain names');
  if (url.endsWith('.html')) throw new UnwritablePathError(url, 'its name could be that of a page');
  return names.join('/');
}

/** Thrown for a path that cannot be a file of a release. */
class UnwritablePathError extends LecternError {
  constructor(path: string, reason: string) {
    super('UNWRITABLE', `${path} cannot be written to a release: ${reason}.`);
  }
}
