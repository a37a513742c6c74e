import type { Config } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';

/** The settings of an installation with several machines. */
export interface Fleet {
  readonly postgres: string;
  readonly releases: string;
}

/** Returns these settings. @throws ConfigError that names a missing setting */
export function fleetOf({ postgres, releases }: Config): Fleet {
  if (postgres === undefined)
    throw new ConfigError('Workers share a queue in PostgreSQL: set LECTERN_POSTGRES (docs/operate/workers.md).');
  if (releases === undefined)
    throw new ConfigError('Workers share a release store: set LECTERN_RELEASES (docs/operate/workers.md).');
  return { postgres, releases };
}
