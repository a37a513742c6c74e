import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import { listReleases } from '#src/publish/release/index.ts';
import { agreesWithLock } from '../../../scripts/bootstrap/install.mjs';
import { type Answer, fine, type Installation, skipped, wrong } from './finding.ts';

const NODE_MAJOR = 24;
const NPM_MAJOR = 11;

export function lookAtNode({ root }: Installation, versions = { node: process.versions.node, npm: npmVersion() }) {
  const { node, npm } = versions;
  if (Number.parseInt(node, 10) < NODE_MAJOR)
    return wrong(
      `Node is ${node}.`,
      `Run Lectern with its npm commands, which include Node ${NODE_MAJOR}, or install that version.`,
    );
  if (npm === undefined) return wrong('npm does not run.', `Install npm ${NPM_MAJOR} or newer.`);
  if (Number.parseInt(npm, 10) < NPM_MAJOR) return wrong(`npm is ${npm}.`, `Install npm ${NPM_MAJOR} or newer.`);
  if (!agreesWithLock(root, { development: false }))
    return wrong(
      'The installed packages do not match package-lock.json.',
      'Run any npm command of Lectern as the owner of the code: it installs them.',
    );
  return fine(`Node ${node}, npm ${npm}, packages as locked.`);
}

/** Version of the npm that runs this command, or else of the one in PATH; undefined if there is none. */
function npmVersion(): string | undefined {
  const [, own] = /\bnpm\/(\d[\w.-]*)/.exec(process.env['npm_config_user_agent'] ?? '') ?? [];
  if (own !== undefined) return own;
  try {
    return execFileSync('npm', ['--version'], { encoding: 'utf8', timeout: 30_000 }).trim();
  } catch {
    return undefined;
  }
}

const MIB = 2 ** 20;
/** Disk space needed in addition to releases, for databases, logs and the build of the site. */
const OTHER_BYTES = 512 * MIB;
const OTHER_INODES = 20_000;
/** Disk space per byte of HTML. Each page also has a compressed file, which is about a quarter of the size. */
const BYTES_OF_PAGES = 1.25;
const FILES_OF_PAGE = 2;

type FreeSpace = Readonly<Record<'bavail' | 'bsize' | 'ffree' | 'files', number>>;

/** Checks that there is space for one more release of the largest brand, with all pages new. */
export function lookAtDisk(
  { config, brands }: Installation,
  space: FreeSpace = statfsSync(existing(config.state)),
): Answer {
  const largest = { bytes: 0, pages: 0 };
  for (const { id } of brands) {
    for (const { bytes, pages } of listReleases(join(config.state, id))) {
      largest.bytes = Math.max(largest.bytes, bytes);
      largest.pages = Math.max(largest.pages, pages);
    }
  }
  const free = space.bavail * space.bsize;
  const needed = OTHER_BYTES + largest.bytes * BYTES_OF_PAGES;
  const inodes = OTHER_INODES + largest.pages * FILES_OF_PAGE;
  const remedy = `Free space on the disk of ${config.state}: a night needs as much as the largest release.`;
  if (free < needed) return wrong(`${mib(free)} are free, a night may need ${mib(needed)}.`, remedy);
  // Some file systems create inodes on demand and report none.
  if (space.files > 0 && space.ffree < inodes)
    return wrong(`${space.ffree} files can be created (inodes), a night may need ${inodes}.`, remedy);
  return fine(`${mib(free)} are free${space.files > 0 ? `, and ${space.ffree} inodes` : ''}.`);
}

/** The folder itself, or its nearest existing parent. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

const mib = (bytes: number) => `${Math.floor(bytes / MIB)} MiB`;

/** Checks that the site's port is either free or used by the site, and that a running site is ready. */
export async function lookAtPort({ config }: Installation): Promise<Answer> {
  const { port } = config;
  if (port === 0) return skipped('The site uses any free port.');
  const answer = await readinessAt(port);
  if (answer === 'refused') return await lookAtFreePort(port);
  if (answer === undefined)
    return wrong(
      `Another program listens on the site's port ${port}.`,
      `Find it with ss -ltnp and stop it, or set another PORT for the site.`,
    );
  if (answer.status === 'ok') return fine(`The site is ready on port ${port}.`);
  return wrong(
    `The site on port ${port} is not ready: ${answer.status}${answer.without === '' ? '' : `, no release of ${answer.without}`}.`,
    answer.without === '' ? 'Wait until it has stopped, then start it again.' : 'Run: npm run rebuild -- --brand all.',
  );
}

type Readiness = { status: string; without: string } | 'refused' | undefined;

/** The site's response to `/readyz`; undefined if a different program responds. */
async function readinessAt(port: number): Promise<Readiness> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) });
    const body: unknown = await response.json();
    const status = Reflect.get(Object(body), 'status');
    if (typeof status !== 'string') return undefined;
    return { status, without: [Reflect.get(Object(body), 'withoutRelease') ?? []].flat().join(', ') };
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(Object(error.cause), 'code') : undefined;
    return code === 'ECONNREFUSED' ? 'refused' : undefined;
  }
}

function lookAtFreePort(port: number): Promise<Answer> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', (error) =>
      resolve(wrong(`The site cannot listen on port ${port}: ${messageOf(error)}.`, 'Set another PORT.')),
    );
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => resolve(fine(`Port ${port} is free: the site is not running.`)));
    });
  });
}
