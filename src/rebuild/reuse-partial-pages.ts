import { rmSync } from 'node:fs';
import { openSql } from '#src/lib/sqlite.ts';
import {
  createPageStore,
  isPageIntact,
  type PartialRelease,
  type RecordedPage,
  type Release,
} from '#src/release/index.ts';
import type { PageRenderer, PageResult } from './page-renderer.ts';
import { type ModelSource, type PageAddress, versionOf } from './plan.ts';
import { decidePage } from './render-decision.ts';

interface PageReuse {
  readonly pages: ReusablePages;
  readonly source: ModelSource;
  /** Folder of the release, or partial release, in the making. */
  readonly folder: string;
  readonly previous: Release | undefined;
  /** Moment of the release, ISO 8601. */
  readonly created: string;
  /** Called for each page that was reused. */
  onReused(): void;
}

/**
 * A renderer that takes pages from partial releases where rendering them now would give the same, and has the others
 * rendered. It compares what a page shows, not the moment of the snapshot, so that most pages are still reused after some
 * data has changed.
 */
export function reusePages(renderer: PageRenderer, reuse: PageReuse): PageRenderer {
  const { folder, previous, created, onReused } = reuse;
  const store = createPageStore(folder, previous, created);
  return {
    ...renderer,
    async render(jobs) {
      const found = await findUnchanged(renderer, reuse, jobs);
      const missing = jobs.filter((_, index) => !found[index]);
      const rendered = [...(missing.length === 0 ? [] : await renderer.render(missing))].values();
      return found.map((reusable): PageResult => {
        if (!reusable) return rendered.next().value ?? { problem: 'a page was not rendered' };
        onReused();
        return { page: store.reuse(reusable.folder, reusable.page), isUnchanged: false };
      });
    },
  };
}

/** For each address the page to reuse, or undefined. */
async function findUnchanged(
  renderer: PageRenderer,
  { pages, source }: PageReuse,
  addresses: readonly PageAddress[],
): Promise<(ReusablePage | undefined)[]> {
  const found = addresses.map(({ ref }) => intact(pages.find(ref.path)));
  const undecided = addresses.filter((address, index) => {
    const previous = found[index]?.page;
    return previous && decidePage({ previous, version: versionOf(source, address) }) === 'undecided';
  });
  const hashes = undecided.length === 0 ? [] : await renderer.modelHashes(undecided);
  const hashByPath = new Map(undecided.map(({ ref }, index) => [ref.path, hashes[index] ?? '']));
  return found.map((reusable) => {
    const modelHash = reusable && hashByPath.get(reusable.page.path);
    const isDecided = modelHash === undefined;
    return isDecided || decidePage({ previous: reusable?.page, modelHash }) === 'keep' ? reusable : undefined;
  });
}

const intact = (found: ReusablePage | undefined) =>
  found && isPageIntact(found.folder, found.page) ? found : undefined;

/** A page of a partial release. */
export interface ReusablePage {
  /** Of the partial release. */
  readonly folder: string;
  readonly page: RecordedPage;
}

/** The pages of some partial releases by path, in a SQLite file, so that memory holds no list of them. */
export interface ReusablePages {
  find(path: string): ReusablePage | undefined;
  close(): void;
}

/** @param file created anew, and removed by `close` */
export function openReusablePages(file: string, partials: readonly PartialRelease[]): ReusablePages {
  rmSync(file, { force: true });
  const sql = openSql(file);
  sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  sql.exec('CREATE TABLE pages (path TEXT PRIMARY KEY, partial INTEGER NOT NULL, page TEXT NOT NULL) WITHOUT ROWID');
  sql.exec('BEGIN');
  for (const [index, partial] of partials.entries()) {
    for (const page of partial.pages())
      sql.run('INSERT OR REPLACE INTO pages VALUES (?, ?, ?)', page.path, index, JSON.stringify(page));
  }
  sql.exec('COMMIT');
  return {
    find(path) {
      const row = sql.get<{ partial: number; page: string }>('SELECT partial, page FROM pages WHERE path = ?', path);
      const folder = row && partials[row.partial]?.folder;
      return folder === undefined ? undefined : { folder, page: JSON.parse(row?.page ?? '') };
    },
    close() {
      sql.close();
      rmSync(file, { force: true });
    },
  };
}
