import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '#src/lib/hash.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { assetFileOf, fileOf } from './file-name.ts';
import { flushToDisk } from './flush.ts';
import { createManifest, insertPage, type RecordedPage } from './manifest.ts';
import { createPlace, type Place } from './place.ts';
import type { Release } from './reader.ts';
import type { ReleaseInfo } from './types.ts';
import { compressPage, SUFFIX } from './variants.ts';

export interface NewPage {
  readonly path: string;
  readonly html: Uint8Array;
  readonly inputs: string;
}

/** A release in the making, in a folder of its own that nobody reads. */
export interface ReleaseWriter {
  readonly folder: string;
  /** Compresses and writes a page; one whose bytes the previous release has is linked and keeps its date. */
  addPage(page: NewPage): Promise<RecordedPage>;
  /** Links a page of the previous release with its compressed forms. */
  keepPage(path: string): void;
  /** The first page to take a name keeps it. */
  addAlias(identity: string, path: string): void;
  addAsset(url: string, content: Uint8Array | { readonly file: string }): void;
  /** Links the previous releases' browser files, for tabs that are still open. */
  carryAssets(): void;
  /** Completes the folder, so that it can be opened and verified; nothing can be added any more. */
  seal(): ReleaseInfo;
  /** Puts the sealed release on the disk and gives it its name; it is not live yet. */
  finish(): Promise<void>;
  /** Removes the folder of a release that will not be. */
  discard(): void;
}

export interface WriterOptions {
  /** `var/<brand>/releases`. */
  readonly releases: string;
  readonly id: string;
  readonly brand: string;
  readonly brandFingerprint: string;
  readonly bundle: ReleaseInfo['bundle'];
  readonly created: Date;
  readonly previous: Release | undefined;
}

/** Releases whose browser files a new one still holds, itself included. */
const ASSET_RELEASES = 3;

export function createReleaseWriter(options: WriterOptions): ReleaseWriter {
  const { releases, id, previous } = options;
  const folder = join(releases, `.next-${id}`);
  mkdirSync(folder, { recursive: true });
  const sql = createManifest(join(folder, 'manifest.db'));
  const site = createPlace(join(folder, 'site'));
  const created = options.created.toISOString();
  let sealed = false;
  sql.run(`INSERT INTO meta VALUES ('brand', ?)`, options.brandFingerprint);

  const keep = (page: RecordedPage) => {
    linkPage(site, previous, page);
    insertPage(sql, page);
    return page;
  };
  return {
    folder,
    async addPage({ path, html, inputs }) {
      const digest = hash(html, 32);
      const known = previous?.page(path);
      if (known?.hash === digest) return keep({ ...known, inputs });
      const page = {
        path,
        file: fileOf(path),
        hash: digest,
        bytes: html.length,
        modified: created,
        br: true,
        gzip: true,
        inputs,
      };
      await writePage(site, page, html);
      insertPage(sql, page);
      return page;
    },
    keepPage(path) {
      const known = previous?.page(path);
      if (!known) throw new Error(`${path} is to be kept, but the previous release has no such page.`);
      keep(known);
    },
    addAlias: (identity, path) => void sql.run('INSERT OR IGNORE INTO aliases VALUES (?, ?)', identity, path),
    addAsset(url, content) {
      if (sql.run('INSERT OR IGNORE INTO assets VALUES (?, 0)', url) === 0) return;
      if (content instanceof Uint8Array) site.write(assetFileOf(url), content);
      else site.link(content.file, assetFileOf(url));
    },
    carryAssets: () => carryAssets(sql, site, previous),
    seal() {
      const info = { id, brand: options.brand, created, bundle: options.bundle, ...totals(sql) };
      sql.exec('COMMIT');
      sql.close();
      sealed = true;
      writeFileSync(join(folder, 'release.json'), `${JSON.stringify(info, null, 2)}\n`);
      return info;
    },
    async finish() {
      await flushToDisk(folder);
      renameSync(folder, join(releases, id));
    },
    discard() {
      if (!sealed) sql.close();
      sealed = true;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function writePage(site: Place, page: RecordedPage, html: Uint8Array): Promise<void> {
  const { br, gzip } = await compressPage(html);
  site.write(page.file, html);
  site.write(page.file + SUFFIX.br, br);
  site.write(page.file + SUFFIX.gzip, gzip);
}

function linkPage(site: Place, previous: Release | undefined, { file, br, gzip }: RecordedPage): void {
  const from = join(previous?.folder ?? '', 'site', file);
  site.link(from, file);
  if (br) site.link(from + SUFFIX.br, file + SUFFIX.br);
  if (gzip) site.link(from + SUFFIX.gzip, file + SUFFIX.gzip);
}

function carryAssets(sql: Sql, site: Place, previous: Release | undefined): void {
  for (const { url, age } of previous?.assets() ?? []) {
    const file = assetFileOf(url);
    const source = join(previous?.folder ?? '', 'site', file);
    if (age + 1 >= ASSET_RELEASES || !existsSync(source)) continue;
    if (sql.run('INSERT OR IGNORE INTO assets VALUES (?, ?)', url, age + 1) === 1) site.link(source, file);
  }
}

function totals(sql: Sql): { pages: number; bytes: number } {
  const row = sql.get<{ pages: number; bytes: number }>(
    'SELECT count(*) AS pages, coalesce(sum(bytes), 0) AS bytes FROM pages',
  );
  return { pages: row?.pages ?? 0, bytes: row?.bytes ?? 0 };
}
