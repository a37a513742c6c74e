import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import type { Release } from './release.ts';

/** Finds files below `site/` that are not in the manifest, without holding all pages in memory. */
export function strayFiles(release: Release): Iterable<string> {
  return filesBelow(join(release.folder, 'site'), '', (file) => isOfPage(release, file) || isOfAsset(release, file));
}

function* filesBelow(site: string, folder: string, isKnown: (file: string) => boolean): Iterable<string> {
  for (const entry of readdirSync(join(site, folder), { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(site, file, isKnown);
    else if (!entry.isFile() || !isKnown(file)) yield file;
  }
}

function isOfPage(release: Release, file: string): boolean {
  const html = without(ENCODING_SUFFIX.br, file);
  if (!html.endsWith('.html')) return false;
  return release.page(pathOf(html))?.file === html;
}

/** Returns the canonical path of the page that an HTML file belongs to: the inverse of `pageFile`. */
const pathOf = (html: string) =>
  html === 'index.html' ? '/' : `/${without('.html', html).split('/').map(encodeURIComponent).join('/')}`;

function isOfAsset(release: Release, file: string): boolean {
  const urls = [file, ...Object.values(ENCODING_SUFFIX).map((suffix) => without(suffix, file))];
  return urls.some((name) => release.hasAsset(`/${name}`));
}

const without = (suffix: string, name: string) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : name);
