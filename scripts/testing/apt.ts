import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { runToEnd } from '../bootstrap/process.mjs';

const APT = '/usr/bin/apt-get';
const FLOCK = '/usr/bin/flock';
/**
 * File of our own lock. Without it, apt-get would fail immediately while another process updates or installs packages.
 */
const LOCK_FILE = join(tmpdir(), 'lectern-apt.lock');
/** How long apt-get waits, in seconds, for programs that do not use our lock, such as unattended upgrades. */
const LOCK_TIMEOUT_S = 600;

/**
 * Installs Debian packages if this process has the permission.
 * @returns whether the packages were installed
 */
export async function aptInstall(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || ![APT, FLOCK].every((program) => existsSync(program))) return false;
  process.stderr.write(`Installing ${packages.join(' and ')} with apt-get.\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const steps = [['update'], ['install', '-y', '--no-install-recommends', ...packages]];
  for (const step of steps) {
    const args = [LOCK_FILE, APT, '-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_S}`, ...step];
    if ((await runToEnd(FLOCK, args, env, ['ignore', 2, 2])) !== 0) return false;
  }
  return true;
}

/** @throws ConfigError if a file is missing and the packages cannot be installed */
export async function ensureFiles(files: readonly string[], packages: readonly string[]): Promise<void> {
  const isThere = () => files.every((file) => existsSync(file));
  if (isThere()) return;
  if ((await aptInstall(packages)) && isThere()) return;
  throw new ConfigError(
    `These tests need ${packages.join(' and ')}, which could not be installed. Debian: apt-get install ${packages.join(' ')}`,
  );
}
