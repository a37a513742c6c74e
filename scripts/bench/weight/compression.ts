import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { recompressBrand } from '#src/publish/recompress/index.ts';
import { openLive } from '#src/publish/release/index.ts';
import { atLeast, type BenchRow, lessIsBetter, rowWithoutPeer } from '../report.ts';

/** Number of pages of each kind that are compared. */
const SAMPLE = 60;
/** How much larger than with Brotli 11 a page may be, and the share of pages that must not be larger. */
const TOLERANCE = 1.02;
const MIN_SHARE = 99;
const MIN_RATIO = 0.98;

interface Compared {
  readonly published: number;
  readonly file: string;
  readonly gzip: number;
  readonly brotli: number;
}

/**
 * Compares the compressed pages of a live release by kind with gzip -9 and Brotli 11: as published, and after the site
 * has compressed them again in idle time.
 * @param folder the brand's folder
 */
export async function compressionRows(folder: string): Promise<BenchRow[]> {
  const kinds = samplePages(folder);
  await recompressBrand({ folder, signal: new AbortController().signal, whenIdle: async () => {} });
  const all = [...kinds.values()].flat().map((page) => ({ ...page, bytes: readFileSync(`${page.file}.br`).length }));
  const larger = all.filter(({ bytes, gzip }) => bytes > gzip).length;
  const isBest = ({ bytes, brotli }: (typeof all)[number]) => bytes <= brotli * TOLERANCE;
  return [
    ...[...kinds].flatMap(([kind, pages]) => rowsOf(kind, pages)),
    atLeast('pages within 2 % of Brotli 11', (100 * all.filter(isBest).length) / all.length, '%', MIN_SHARE),
    rowWithoutPeer('pages larger than with gzip -9', larger, '', 0),
  ];
}

function rowsOf(kind: string, pages: readonly Compared[]): BenchRow[] {
  const mean = (size: (page: Compared) => number) => pages.reduce((sum, page) => sum + size(page), 0) / pages.length;
  const now = mean(({ file }) => readFileSync(`${file}.br`).length);
  const gzip = mean((page) => page.gzip);
  return [
    lessIsBetter(
      `${kind} as published/gzip -9`,
      mean(({ published }) => published),
      gzip,
      'bytes',
    ),
    lessIsBetter(`${kind}/gzip -9`, now, gzip, 'bytes', 1),
    lessIsBetter(
      `${kind}/Brotli 11`,
      now,
      mean(({ brotli }) => brotli),
      'bytes',
      MIN_RATIO,
    ),
  ];
}

/** Reads the first pages of each kind, before they are compressed again. */
function samplePages(folder: string): Map<string, Compared[]> {
  const kinds = new Map<string, Compared[]>();
  const release = openLive(folder);
  try {
    for (const { section, file: name } of release?.pages() ?? []) {
      const pages = kinds.get(section) ?? [];
      kinds.set(section, pages);
      if (pages.length >= SAMPLE) continue;
      const file = join(folder, 'current/site', name);
      const html = readFileSync(file);
      pages.push({
        published: readFileSync(`${file}.br`).length,
        file,
        gzip: gzipSync(html, { level: 9 }).length,
        brotli: bestOf(html),
      });
    }
  } finally {
    release?.close();
  }
  return kinds;
}

/** The smallest size with Brotli 11, whatever the window. */
const bestOf = (html: Uint8Array) =>
  Math.min(
    ...[16, constants.BROTLI_DEFAULT_WINDOW].map(
      (window) =>
        brotliCompressSync(html, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: window },
        }).length,
    ),
  );
