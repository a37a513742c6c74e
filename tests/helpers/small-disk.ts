import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Limits for what the command that is tested can write. */
export interface DiskLimits {
  /** Size of the disk in KiB or, if no disk can be mounted, the maximum size of a file in KiB. */
  readonly size?: number;
  readonly readOnly?: boolean;
  /** Folder of the site's bundles, which is on a different disk. */
  readonly bundles?: string;
}

export interface DiskEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Arguments of `unshare` with which a test can mount a disk: as root or, with user namespaces, as any user. If that is
 * impossible, tests limit the size of files instead, and use a folder in /sys as a read-only state folder, because no
 * folders can be created there.
 */
export const NAMESPACE = process.getuid?.() === 0 ? ['-m'] : ['-r', '-m'];
export const CAN_MOUNT = canMount();

function canMount(): boolean {
  try {
    execFileSync('unshare', [...NAMESPACE, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Number of blocks per KiB. `ulimit -f` of sh counts blocks of 512 bytes. */
const BLOCKS_PER_KIB = 2;

/**
 * Copies `folder` to a small disk, runs a script of the project there, and copies the disk's content back to `folder`.
 */
export async function runOnDisk(
  args: readonly string[],
  folder: string,
  { size = 100_000, readOnly = false, bundles }: DiskLimits,
  env: NodeJS.ProcessEnv = {},
): Promise<DiskEnd> {
  const disk = join(folder, '../disk');
  await mkdir(disk, { recursive: true });
  if (bundles !== undefined) await symlink(await realpath(bundles), join(folder, 'bundle'));
  const state = CAN_MOUNT ? disk : readOnly ? '/sys/lectern' : folder;
  const script = CAN_MOUNT ? mounted(disk, folder, size, readOnly) : `ulimit -f ${size * BLOCKS_PER_KIB}; "$@"`;
  const command = CAN_MOUNT ? ['unshare', ...NAMESPACE, 'sh', '-c', script] : ['sh', '-c', script];
  const [program = '', ...rest] = command;
  const child = spawn(program, [...rest, 'sh', process.execPath, ...args], {
    env: { ...process.env, NODE_ENV: 'production', LECTERN_STATE: state, ...env },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const [code] = await once(child, 'close');
  return { code, ...output };
}

const mounted = (disk: string, folder: string, size: number, readOnly: boolean) => `
mount -t tmpfs -o size=${size}k tmpfs '${disk}' && cp -a '${folder}/.' '${disk}' || exit 99
${readOnly ? `mount -o remount,ro '${disk}' || exit 99` : ''}
"$@"; code=$?
rm -rf '${folder}'; cp -a '${disk}' '${folder}'
exit $code`;
