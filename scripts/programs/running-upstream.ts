import type { Config } from '#src/lib/config.ts';
import type { Log } from '#src/lib/log.ts';
import type { RunningUpstream } from './embedded-api.ts';

/** The foreign upstream of the configuration, or the embedded API, whose code is loaded only then. */
export async function withUpstream(config: Config, log: Log): Promise<RunningUpstream> {
  if (config.upstream !== undefined) return { origin: config.upstream, close: async () => {} };
  const { startEmbedded } = await import('./embedded-api.ts');
  return startEmbedded(config, log);
}
