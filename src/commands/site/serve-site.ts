import { getConfig, portOf } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { createLog } from '#src/lib/log.ts';
import { print } from '#src/lib/print.ts';
import { compressReleases } from './idle-compression.ts';
import { composeSiteServer } from './site-server.ts';

/** Default URL of `npm run api`. */
const DEFAULT_UPSTREAM = 'http://127.0.0.1:4322';

export interface SiteArguments {
  /** Ids of the brands to serve; default: all. */
  readonly brand?: readonly string[] | undefined;
  readonly port?: string | undefined;
  readonly upstream?: string | undefined;
}

/** Runs the site's server, without an API, until stopped. */
export async function serveSite({ brand, port, upstream }: SiteArguments): Promise<void> {
  const config = getConfig({ ...process.env, ...(upstream === undefined ? {} : { LECTERN_UPSTREAM: upstream }) });
  const requestedPort = port === undefined ? config.port : portOf(port, '--port');
  const origin = config.upstream ?? DEFAULT_UPSTREAM;
  const log = createLog();
  const server = await composeSiteServer(config, origin, log, { served: brand });
  const stopped = untilTerminated();
  const actual = await server.listen(requestedPort);
  const stop = new AbortController();
  const compressed = compressReleases(config, { brands: brand, log, signal: stop.signal });
  print(`Lectern is at http://localhost:${actual}/ over the API at ${origin}\n`);
  await stopped;
  stop.abort();
  await server.close(config.drainSeconds * 1000);
  await compressed;
}
