import { existsSync } from 'node:fs';
import { runToEnd } from '../bootstrap/process.mjs';

const APT = '/usr/bin/apt-get';

/** Installs packages of Debian where this process may. @returns whether it could */
export async function aptInstall(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return false;
  process.stderr.write(`Installing ${packages.join(' and ')} with apt-get.\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
    if ((await runToEnd(APT, args, env, ['ignore', 2, 2])) !== 0) return false;
  return true;
}
