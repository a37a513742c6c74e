import { join } from 'node:path';
import { SUFFIX } from '#src/lib/forms.ts';
import { hash } from '#src/lib/hash.ts';
import { fileOf } from './file-name.ts';
import type { RecordedPage } from './manifest.ts';
import { createPlace, type Place } from './place.ts';
import type { Release } from './reader.ts';
import { compressPage } from './variants.ts';

export interface NewPage {
  readonly path: string;
  readonly html: Uint8Array;
  readonly inputs: string;
  readonly version: string;
}

/** The files of a release's pages. Several may work on one folder at a time, each on pages of its own. */
export interface PageStore {
  /** Compresses and writes a page; one whose bytes the previous release has is linked and keeps its date. */
  add(page: NewPage): RecordedPage;
  /** Links a page of the previous release with its compressed forms. */
  keep(page: RecordedPage): void;
}

/** @param created of the release, ISO 8601 */
export function createPageStore(folder: string, previous: Release | undefined, created: string): PageStore {
  const site = createPlace(join(folder, 'site'));
  const keep = (page: RecordedPage) => linkPage(site, previous, page);
  return {
    keep,
    add({ path, html, inputs, version }) {
      const digest = hash(html, 32);
      const known = previous?.page(path);
      if (known?.hash === digest) {
        keep(known);
        return { ...known, inputs, version };
      }
      const file = fileOf(path);
      writePage(site, file, html);
      return { path, file, hash: digest, bytes: html.length, modified: created, br: true, gzip: true, inputs, version };
    },
  };
}

function writePage(site: Place, file: string, html: Uint8Array): void {
  const { br, gzip } = compressPage(html);
  site.write(file, html);
  site.write(file + SUFFIX.br, br);
  site.write(file + SUFFIX.gzip, gzip);
}

function linkPage(site: Place, previous: Release | undefined, { file, br, gzip }: RecordedPage): void {
  const from = join(previous?.folder ?? '', 'site', file);
  site.link(from, file);
  if (br) site.link(from + SUFFIX.br, file + SUFFIX.br);
  if (gzip) site.link(from + SUFFIX.gzip, file + SUFFIX.gzip);
}
