import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { EXIT, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { hasPageFiles, isIdleWorkDone, liveId } from '#src/publish/release/index.ts';
import { type ChildEnd, runScript } from '../run-script.ts';

interface IdleCompression {
  /** The state folder. */
  readonly state: string;
  /** Ids of the brands. */
  readonly brands: readonly string[];
  readonly log: Log;
  readonly signal: AbortSignal;
  /**
   * Runs the process that compresses the pages of a brand (`npm run releases -- --brand ID compress --idle`), until it ends
   * or is aborted.
   */
  start(brand: string, signal: AbortSignal): Promise<Pick<ChildEnd, 'code'>>;
  /** How often to check whether work is left, in ms. */
  readonly everyMs?: number;
}

const EVERY_MS = 60_000;
/** Pause after which a release is tried again whose compression failed, or was left to another process, in ms. */
const RETRY_MS = 3_600_000;

/**
 * Until the signal aborts, checks every minute whether work is left: pages of a new release to compress, or a large
 * release whose daily search for damage is due. If so, starts a process with the lowest priority for each of these
 * brands, one after another. It ends when the brand is done and so uses no memory afterwards. The serving thread only
 * reads a link and a small file per brand.
 */
export async function compressWhenIdle(options: IdleCompression): Promise<void> {
  const { state, brands, log, signal, start, everyMs = EVERY_MS } = options;
  const tried = new Map<string, { readonly release: string; readonly at: number }>();
  const waiting = () =>
    brands.flatMap((brand) => {
      const folder = join(state, brand);
      const release = liveId(folder);
      if (release === undefined || isIdleWorkDone(folder)) return [];
      if (!hasPageFiles(join(folder, 'releases', release))) return [];
      const last = tried.get(brand);
      const isTried = last?.release === release && Date.now() - last.at < RETRY_MS;
      return isTried ? [] : [{ brand, release }];
    });
  while (!signal.aborted) {
    await wait(everyMs, undefined, { signal }).catch(() => {});
    for (const { brand, release } of signal.aborted ? [] : waiting()) {
      if (signal.aborted) break;
      tried.set(brand, { release, at: Date.now() });
      try {
        const { code } = await start(brand, signal);
        // The process has logged the reason.
        if (code !== EXIT.done && !signal.aborted)
          log.warn('pages could not be compressed in idle time', { exitCode: code, brand });
      } catch (error) {
        log.warn('pages could not be compressed in idle time', { reason: messageOf(error), brand });
      }
    }
  }
}

interface CompressedSite {
  /** Ids of the served brands; default: all. */
  readonly brands?: readonly string[] | undefined;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Compresses the releases of the served brands in idle time, unless that is switched off. */
export async function compressReleases(config: Config, { brands, log, signal }: CompressedSite): Promise<void> {
  if (!config.compressesWhenIdle) return;
  const ids = brands ?? (await readBrands(config)).served.map(({ id }) => id);
  // Shows the standard error of the process, which is its log.
  const start = (brand: string, stop: AbortSignal) =>
    runScript('releases', ['--brand', brand, 'compress', '--idle'], { signal: stop });
  await compressWhenIdle({ state: config.state, brands: ids, log, signal, start });
}
