import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Log } from '#src/lib/log.ts';

/** A static site that is being built. */
export interface StaticSite {
  readonly brand: PublicBrand;
  /** The folder with the files of the site. */
  readonly folder: string;
  /** Path of the snapshot that the pages are built from. */
  readonly snapshot: string;
  /** Origin of the upstream. */
  readonly upstream: string;
  readonly log: Log;
}

/** Writes the file for a URL path. */
export async function writeAt(folder: string, url: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, decodeURIComponent(url));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Yields the contents of all pages and feeds. */
export async function* textsOf(folder: string): AsyncGenerator<string> {
  for await (const name of glob('**/*.{html,rss,atom,opds,opds2}', { cwd: folder }))
    yield await readFile(join(folder, name), 'utf8');
}
