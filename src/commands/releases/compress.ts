import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { letOthersRead } from '#src/lib/private-files.ts';
import { counted } from '#src/lib/text.ts';
import {
  createIdleWait,
  lowerPriority,
  type RecompressionEnd,
  recompressBrand,
} from '#src/publish/recompress/index.ts';
import { type Recompression, readRecompression } from '#src/publish/release/index.ts';

export interface CompressedBrand {
  readonly brand: string;
  /** `failed`: see `reason`. For the others see `RecompressionEnd`. */
  readonly status: RecompressionEnd | 'failed';
  readonly reason?: string;
  /** The record of the live release; absent if there is none. */
  readonly recompression?: Recompression;
}

interface CompressOptions {
  /** Whether to use only time that no other process wants. */
  readonly isIdle: boolean;
}

/**
 * Recompresses the live releases of the brands as well as possible. If a brand fails, the others are still recompressed.
 * Ends early on SIGTERM or Ctrl+C; the next call continues.
 */
export async function compressBrands(
  { state }: Pick<Config, 'state'>,
  brands: readonly Pick<Brand, 'id'>[],
  { isIdle }: CompressOptions,
): Promise<{ readonly reports: readonly CompressedBrand[]; readonly code: number }> {
  letOthersRead();
  const stop = new AbortController();
  void untilTerminated().then(() => stop.abort());
  if (isIdle) {
    lowerPriority();
    stopWithParent(stop);
  }
  const { signal } = stop;
  const whenIdle = isIdle ? createIdleWait(signal) : async () => {};
  const log = createLog();
  const reports: CompressedBrand[] = [];
  for (const { id } of brands) {
    if (signal.aborted) break;
    const folder = join(state, id);
    try {
      const onDamaged = (damaged: object) =>
        log.error('a file of the live release is damaged; the next rebuild renders it again', {
          brand: id,
          ...damaged,
        });
      const status = await recompressBrand({ folder, signal, whenIdle, onDamaged });
      const recompression = readRecompression(folder);
      reports.push({ brand: id, status, ...(recompression && status !== 'none' ? { recompression } : {}) });
    } catch (error) {
      log.error('a release could not be compressed', {
        brand: id,
        ...(error instanceof LecternError ? { reason: error.message } : { err: error }),
      });
      reports.push({ brand: id, status: 'failed', reason: messageOf(error) });
    }
  }
  return { reports, code: reports.some(({ status }) => status === 'failed') ? EXIT.failure : EXIT.done };
}

const PARENT_CHECK_MS = 2000;

/** Aborts when the process that started this one has ended, even if it was killed. */
function stopWithParent(stop: AbortController): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop.abort(), PARENT_CHECK_MS).unref();
}

export const compressedText = (reports: readonly CompressedBrand[]): string => reports.map(lineOf).join('\n');

const STATUS_TEXT: Readonly<Record<CompressedBrand['status'], string>> = {
  complete: 'compressed as well as possible',
  stopped: 'stopped; the next call continues',
  busy: 'another process is compressing it',
  none: 'no release to compress here',
  failed: 'failed',
};

function lineOf({ brand, status, reason, recompression }: CompressedBrand): string {
  const text = `${brand}: ${STATUS_TEXT[status]}`;
  if (reason !== undefined) return `${text}: ${reason}`;
  return recompression ? `${text}, ${recompressionText(recompression)}` : text;
}

/** How far a release is recompressed, such as `1200 of 5000 pages, 3.4 MiB saved`. */
export function recompressionText({ best, pages, savedBytes, damaged }: Recompression): string {
  const progress = best === pages ? `all ${counted(pages, 'page')}` : `${best} of ${counted(pages, 'page')}`;
  const lost = damaged > 0 ? `, ${damaged} damaged` : '';
  return `${progress}, ${(savedBytes / 2 ** 20).toFixed(1)} MiB saved${lost}`;
}
