import { join } from 'node:path';
import { SUFFIX } from '#src/lib/forms.ts';
import type { RecordedPage } from './manifest.ts';
import { createPageStore } from './page-store.ts';
import { isWhole } from './partial-release.ts';
import { createPlace } from './tree-writer.ts';
import type { Release } from './release.ts';

/** Takes rendered pages from parts into a release in the making. */
export interface PageTaker {
  /** @param from the part's folder. A page whose bytes the previous release has is linked from there, as if rendered now. */
  take(from: string, page: RecordedPage): RecordedPage;
}

/** @param created of the release, ISO 8601 */
export function createPageTaker(folder: string, previous: Release | undefined, created: string): PageTaker {
  const site = createPlace(join(folder, 'site'));
  const store = createPageStore(folder, previous, created);
  return {
    take(from, page) {
      const { path, file, hash, inputs, version, listing } = page;
      const known = previous?.page(path);
      if (previous && known?.hash === hash && isWhole(previous.folder, known)) {
        store.keep(known);
        return { ...known, inputs, version, listing };
      }
      for (const suffix of ['', SUFFIX.br]) site.link(join(from, 'site', file + suffix), file + suffix);
      return { ...page, modified: created };
    },
  };
}
