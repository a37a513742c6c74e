import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { isMissing, LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { NotPlainError, readPlainSync } from '#src/lib/plain-files.ts';
import { compressPage, type PageQuality } from './compression.ts';
import { pageFile } from './file-paths.ts';
import type { PageFacts, RecordedPage } from './manifest.ts';
import type { Release } from './release.ts';
import { createTreeWriter, type TreeWriter } from './tree-writer.ts';

export interface NewPage extends PageFacts {
  readonly path: string;
  readonly html: Uint8Array;
  readonly inputs: string;
  readonly version: string;
  readonly listing: string;
}

/** Writes the files of a release's pages. Several stores may write different pages into one folder at the same time. */
export interface PageStore {
  /**
   * Compresses and writes a page. If the previous release has the same bytes, links its files and keeps the page's date
   * instead.
   */
  add(page: NewPage, quality?: PageQuality): RecordedPage;
  /**
   * Links a page of the previous release and its compressed variant.
   * @throws LostPagesError if a file is missing
   */
  keep(page: RecordedPage): RecordedPage;
  /**
   * Links the files of a page from a partial release, or from the previous release if that has the same bytes. The
   * result is the same as after rendering.
   * @param from folder of the partial release
   */
  reuse(from: string, page: RecordedPage): RecordedPage;
}

/**
 * @param created creation time of the release, ISO 8601
 * @param isPart if true, pages that the previous release has are recorded but not linked, because their files are on
 * another machine
 */
export function createPageStore(
  folder: string,
  previous: Release | undefined,
  created: string,
  isPart = false,
): PageStore {
  const site = createTreeWriter(join(folder, 'site'));
  const keep = (page: RecordedPage) => {
    if (!isPart) linkPage(site, previous, page);
    return page;
  };
  /** Returns the previous release's page at this path if it has these bytes and is undamaged. */
  const samePage = (path: string, digest: string) => {
    const page = previous?.page(path);
    return previous && page?.hash === digest && (isPart || isPageIntact(previous.folder, page)) ? page : undefined;
  };
  return {
    keep,
    add({ html, ...record }, quality) {
      const { path } = record;
      const digest = hash(html, 32);
      const same = samePage(path, digest);
      if (same) return { ...keep(same), ...record };
      const file = pageFile(path);
      site.write(file, html);
      site.write(file + ENCODING_SUFFIX.br, compressPage(html, quality));
      return { ...record, file, hash: digest, bytes: html.length, modified: created };
    },
    reuse(from, page) {
      const { path, file } = page;
      const same = samePage(path, page.hash);
      if (same) return { ...page, modified: keep(same).modified };
      for (const suffix of PAGE_SUFFIXES) site.link(join(from, 'site', file + suffix), file + suffix);
      return { ...page, modified: created };
    },
  };
}

/** Suffixes of a page's files: the HTML and its compressed variant. */
export const PAGE_SUFFIXES = ['', ENCODING_SUFFIX.br] as const;

function linkPage(site: TreeWriter, previous: Release | undefined, page: RecordedPage): void {
  const { file } = page;
  const from = join(previous?.folder ?? '', 'site', file);
  for (const suffix of PAGE_SUFFIXES) {
    try {
      site.link(from + suffix, file + suffix);
    } catch (error) {
      if (!isMissing(error) && !(error instanceof NotPlainError)) throw error;
      for (const linked of PAGE_SUFFIXES) site.remove(file + linked);
      throw new LostPagesError([page]);
    }
  }
}

/**
 * Calls `keep` for all given pages.
 * @throws LostPagesError naming every page with a missing file
 */
export function keepAll(store: PageStore, pages: Iterable<RecordedPage>): void {
  const lost = [...Iterator.from(pages).flatMap((page) => lostPages(store, page))];
  if (lost.length > 0) throw new LostPagesError(lost);
}

function lostPages(store: PageStore, page: RecordedPage): readonly RecordedPage[] {
  try {
    store.keep(page);
    return [];
  } catch (error) {
    if (error instanceof LostPagesError) return error.pages;
    throw error;
  }
}

/** Thrown if files of unchanged pages are missing, so that these pages must be rendered. */
export class LostPagesError extends LecternError {
  readonly pages: readonly RecordedPage[];

  constructor(pages: readonly RecordedPage[]) {
    const [first] = pages;
    const others = pages.length > 1 ? ` and ${pages.length - 1} others have` : ' has';
    super(
      'LOST',
      `The page ${first?.path}${others} lost a file and cannot be kept. Render it again with: npm run rebuild -- --full.`,
    );
    this.pages = pages;
  }
}

/** Whether a page's files have the recorded bytes. A power failure may have damaged them. */
export function isPageIntact(folder: string, { file, hash: digest }: RecordedPage): boolean {
  try {
    const path = `site/${file}`;
    const html = readPlainSync(folder, path);
    const compressed = readPlainSync(folder, path + ENCODING_SUFFIX.br);
    const limit = { maxOutputLength: Math.max(html.length, 1) };
    return hash(html, 32) === digest && brotliDecompressSync(compressed, limit).equals(html);
  } catch {
    return false;
  }
}
