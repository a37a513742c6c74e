import type { Config } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';

/** The settings shared by all machines of an installation. */
export interface Fleet {
  readonly postgres: string;
  readonly releases: string;
}

/** @throws ConfigError naming the missing setting */
export function fleetOf({ postgres, releases }: Config): Fleet {
  if (postgres === undefined)
    throw new ConfigError('Workers share a queue in PostgreSQL: set LECTERN_POSTGRES (docs/operate/workers.md).');
  if (releases === undefined)
    throw new ConfigError('Workers share a release store: set LECTERN_RELEASES (docs/operate/workers.md).');
  return { postgres, releases };
}
