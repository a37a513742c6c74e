import { join } from 'node:path';
import { isMissing, LecternError } from '#src/lib/errors.ts';
import { SUFFIX } from '#src/lib/forms.ts';
import { hash } from '#src/lib/hash.ts';
import { fileOf } from './file-paths.ts';
import type { RecordedPage } from './manifest.ts';
import { isWhole } from './partial-release.ts';
import { createPlace, type Place } from './tree-writer.ts';
import type { Release } from './release.ts';
import { compressPage } from './variants.ts';

export interface NewPage {
  readonly path: string;
  readonly html: Uint8Array;
  readonly inputs: string;
  readonly version: string;
  readonly listing: string;
}

/** The files of a release's pages. Several may work on one folder at a time, each on pages of its own. */
export interface PageStore {
  /** Compresses and writes a page; one that the previous release has whole, byte for byte, is linked and keeps its date. */
  add(page: NewPage): RecordedPage;
  /** Links a page of the previous release with its compressed form. */
  keep(page: RecordedPage): RecordedPage;
}

/** @param created of the release, ISO 8601 */
export function createPageStore(folder: string, previous: Release | undefined, created: string): PageStore {
  const site = createPlace(join(folder, 'site'));
  const keep = (page: RecordedPage) => {
    linkPage(site, previous, page);
    return page;
  };
  return {
    keep,
    add({ html, ...given }) {
      const { path } = given;
      const digest = hash(html, 32);
      const known = previous?.page(path);
      if (previous && known?.hash === digest && isWhole(previous.folder, known)) {
        return { ...keep(known), ...given };
      }
      const file = fileOf(path);
      site.write(file, html);
      site.write(file + SUFFIX.br, compressPage(html));
      return { ...given, file, hash: digest, bytes: html.length, modified: created };
    },
  };
}

function linkPage(site: Place, previous: Release | undefined, { path, file }: RecordedPage): void {
  const from = join(previous?.folder ?? '', 'site', file);
  for (const suffix of ['', SUFFIX.br]) {
    try {
      site.link(from + suffix, file + suffix);
    } catch (error) {
      throw isMissing(error) ? lost(path, from + suffix) : error;
    }
  }
}

const lost = (path: string, file: string) =>
  new LecternError(
    'LOST',
    `The page ${path} cannot be taken over: the live release has lost its file ${file}. Render everything anew: npm run rebuild with --full.`,
  );
