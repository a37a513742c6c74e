import type { Config } from '#src/lib/config.ts';
import { ConfigError } from '#src/lib/errors.ts';

/** What an installation of several machines has in common. */
export interface Fleet {
  readonly postgres: string;
  readonly releases: string;
}

/** @throws ConfigError naming the setting that is missing */
export function fleetOf({ postgres, releases }: Config): Fleet {
  if (postgres === undefined)
    throw new ConfigError('Workers share a queue in PostgreSQL: set LECTERN_POSTGRES (docs/operate/workers.md).');
  if (releases === undefined)
    throw new ConfigError('Workers share a store of releases: set LECTERN_RELEASES (docs/operate/workers.md).');
  return { postgres, releases };
}
