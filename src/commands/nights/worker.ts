import { join } from 'node:path';
import { getConfig } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { lockFile } from '#src/lib/file-lock.ts';
import { makeFolder } from '#src/lib/files.ts';
import { createLog } from '#src/lib/log.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { silentProgress } from '#src/publish/rebuild/index.ts';
import { readRecordedBrands } from '../brand/broken-brands.ts';
import { composeRebuild } from '../rebuild/rebuild.ts';
import { ROOT } from '../run-script.ts';
import { fleetOf } from '../site/fleet.ts';

/** Runs queued rebuilds and their shards until stopped. */
export async function work(): Promise<void> {
  const config = getConfig(process.env);
  const { postgres, releases } = fleetOf(config);
  if (config.upstream === undefined)
    throw new ConfigError(
      'Workers on several machines share an upstream: set LECTERN_UPSTREAM, also for the embedded API (docs/operate/workers.md).',
    );
  const log = createLog();
  const stop = new AbortController();
  const stopped = untilTerminated().then(() => stop.abort());
  makeFolder(config.state);
  const lock = lockFile(join(config.state, 'worker.lock'), 'exclusive');
  if (!lock)
    throw new ConfigError(
      `npm run worker is already running over ${config.state}. Each worker needs a separate LECTERN_STATE.`,
    );
  const { sound: brands, served, broken } = await readRecordedBrands(config, log);
  const { acquireLease, openStore } = await import('#src/publish/release-store/index.ts');
  const { createMachineWork, openPgBossQueue, runWorker, systemClock } = await import('#src/publish/queue/index.ts');
  const { id: code } = await ensureBundle({ root: ROOT, state: config.state, pseudo: config.pseudo, log });
  let moment: Date | undefined;
  const now = () => moment ?? new Date();
  const rebuild = composeRebuild(config, served, config.upstream, log, config.state, silentProgress, now);
  const store = await openStore(releases);
  const setNow = (at: Date) => {
    moment = at;
  };
  const { state } = config;
  const { signal } = stop;
  try {
    const queue = await openPgBossQueue(postgres, log);
    const work = createMachineWork({ store, state, rebuild, brands, broken, code, setNow });
    log.info('worker started', { code });
    await runWorker({
      queue,
      work,
      clock: systemClock,
      acquireLease: (name) => acquireLease({ postgres, name }),
      log,
      signal,
    });
  } finally {
    await rebuild.close();
    store.close();
    lock.close();
  }
  await stopped;
}
