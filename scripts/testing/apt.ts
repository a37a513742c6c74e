import { existsSync } from 'node:fs';
import { ConfigError } from '#src/lib/errors.ts';
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

/** @throws ConfigError where a file is missing and the packages cannot be installed */
export async function ensureFiles(files: readonly string[], packages: readonly string[]): Promise<void> {
  const isThere = () => files.every((file) => existsSync(file));
  if (isThere()) return;
  if ((await aptInstall(packages)) && isThere()) return;
  throw new ConfigError(
    `These tests need ${packages.join(' and ')}, which could not be installed. Debian: apt-get install ${packages.join(' ')}`,
  );
}
