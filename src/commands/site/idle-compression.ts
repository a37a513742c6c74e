import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { EXIT, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { isIdleWorkDone, liveId } from '#src/publish/release/index.ts';
import { type ChildEnd, runScript } from '../run-script.ts';

interface IdleCompression {
  /** The state folder. */
  readonly state: string;
  /** Ids of the brands. */
  readonly brands: readonly string[];
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Runs the process that compresses pages (`npm run releases -- compress --idle`), until it ends or is aborted. */
  start(signal: AbortSignal): Promise<Pick<ChildEnd, 'code'>>;
  /** How often to look for new releases, in ms. */
  readonly everyMs?: number;
}

const EVERY_MS = 60_000;
/** Pause after which a release is tried again whose compression failed, or was left to another process, in ms. */
const RETRY_MS = 3_600_000;

/**
 * Until the signal aborts, starts a process whenever a release became live whose pages are not compressed as well as
 * possible, and once a day for each large release, which it searches for damage. The process has the lowest priority and ends when all brands are done, so that it takes no memory then. The
 * serving thread only reads a link and a small file per brand and minute.
 */
export async function compressWhenIdle(options: IdleCompression): Promise<void> {
  const { state, brands, log, signal, start, everyMs = EVERY_MS } = options;
  const tried = new Map<string, { readonly release: string; readonly at: number }>();
  const waiting = () =>
    brands.flatMap((brand) => {
      const folder = join(state, brand);
      const release = liveId(folder);
      if (release === undefined || isIdleWorkDone(folder)) return [];
      const last = tried.get(brand);
      const isTried = last?.release === release && Date.now() - last.at < RETRY_MS;
      return isTried ? [] : [{ brand, release }];
    });
  while (!signal.aborted) {
    await wait(everyMs, undefined, { signal }).catch(() => {});
    const found = signal.aborted ? [] : waiting();
    if (found.length === 0) continue;
    for (const { brand, release } of found) tried.set(brand, { release, at: Date.now() });
    try {
      const { code } = await start(signal);
      // The process has logged the reason.
      if (code !== EXIT.done && !signal.aborted)
        log.warn('pages could not be compressed in idle time', {
          exitCode: code,
          brands: found.map(({ brand }) => brand),
        });
    } catch (error) {
      log.warn('pages could not be compressed in idle time', { reason: messageOf(error) });
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
  const start = (stop: AbortSignal) => runScript('releases', ['compress', '--idle'], { signal: stop, output: 'kept' });
  await compressWhenIdle({ state: config.state, brands: ids, log, signal, start });
}
