import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#src/lib/config.ts';
import type { Log } from '#src/lib/log.ts';

/** The folder of the built page of the admin; undefined where there is none. */
export async function adminPage({ state }: Config, _log: Log): Promise<string | undefined> {
  const folder = join(state, 'admin-page');
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
