import type { Config } from '#src/config/config.ts';
import type { Log } from '#src/lib/log.ts';
import type { RunningUpstream } from './embedded-api.ts';

/** Returns the configured external upstream. If none is configured, loads and starts the embedded API. */
export async function withUpstream(config: Config, log: Log): Promise<RunningUpstream> {
  if (config.upstream !== undefined) return { origin: config.upstream, close: async () => {} };
  const { startEmbedded } = await import('./embedded-api.ts');
  return startEmbedded(config, log);
}
