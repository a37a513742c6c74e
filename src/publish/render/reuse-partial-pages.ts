import { rmSync } from 'node:fs';
import { openSql } from '#src/lib/sqlite.ts';
import { type ModelSource, type PageAddress, versionOf } from '#src/publish/plan/plan.ts';
import { decidePage } from '#src/publish/plan/render-decision.ts';
import {
  createPageStore,
  isPageIntact,
  type PartialRelease,
  type RecordedPage,
  type Release,
} from '#src/publish/release/index.ts';
import type { PageRenderer, PageResult } from './page-renderer.ts';

interface PageReuse {
  readonly pages: ReusablePages;
  readonly source: ModelSource;
  /** Folder of the unfinished release or partial release. */
  readonly folder: string;
  readonly previous: Release | undefined;
  /** Creation time of the release, ISO 8601. */
  readonly created: string;
  /** Called for each page that was reused. */
  onReused(): void;
}

/**
 * A renderer that reuses pages from partial releases if rendering them now would give the same result, and renders all
 * others. It compares what a page shows, not when the snapshot was updated, so most pages are still reused after some
 * data has changed.
 */
export function reusePages(renderer: PageRenderer, reuse: PageReuse): PageRenderer {
  const { folder, previous, created, onReused } = reuse;
  const store = createPageStore(folder, previous, created);
  return {
    ...renderer,
    async render(jobs, quality) {
      const reusablePages = await findUnchanged(renderer, reuse, jobs);
      const missing = jobs.filter((_, index) => !reusablePages[index]);
      const rendered = [...(missing.length === 0 ? [] : await renderer.render(missing, quality))].values();
      return reusablePages.map((reusable): PageResult => {
        if (!reusable) return rendered.next().value ?? { problem: 'a page is missing from the rendered ones' };
        onReused();
        return { page: store.reuse(reusable.folder, reusable.page), isUnchanged: false };
      });
    },
  };
}

/** Returns, for each address, the page to reuse; undefined if it must be rendered. */
async function findUnchanged(
  renderer: PageRenderer,
  { pages, source }: PageReuse,
  addresses: readonly PageAddress[],
): Promise<(ReusablePage | undefined)[]> {
  const candidates = addresses.map(({ ref }) => intact(pages.find(ref.path)));
  const undecided = addresses.filter((address, index) => {
    const previous = candidates[index]?.page;
    return previous && decidePage({ previous, version: versionOf(source, address) }) === 'undecided';
  });
  const hashes = undecided.length === 0 ? [] : await renderer.modelHashes(undecided);
  const hashByPath = new Map(undecided.map(({ ref }, index) => [ref.path, hashes[index] ?? '']));
  return candidates.map((reusable) => {
    const modelHash = reusable && hashByPath.get(reusable.page.path);
    const isDecided = modelHash === undefined;
    return isDecided || decidePage({ previous: reusable?.page, modelHash }) === 'keep' ? reusable : undefined;
  });
}

const intact = (page: ReusablePage | undefined) => (page && isPageIntact(page.folder, page.page) ? page : undefined);

/** A page of a partial release. */
export interface ReusablePage {
  /** The folder of the partial release. */
  readonly folder: string;
  readonly page: RecordedPage;
}

/** The pages of partial releases by path, stored in a SQLite file instead of memory. */
export interface ReusablePages {
  find(path: string): ReusablePage | undefined;
  close(): void;
}

/** @param file path of a new file, which `close` deletes */
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
