// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isForbidden, Refusal, say } from './console.mjs';
import { withLock } from './lock.mjs';
import { bundledNode, bundledPackage } from './node.mjs';
import { runToEnd } from './process.mjs';

/**
 * Not `npm ci`: it refuses a lockfile without the packages for every platform, and npm leaves those out that the
 * registry it asked did not have (https://github.com/npm/cli/issues/9846). `install --no-save` takes the locked
 * versions and leaves the lockfile alone; what it did is compared with the lockfile afterwards.
 *
 * No install scripts: none of our packages needs one (esbuild's only checks its binary, which comes as an
 * optional dependency), and without them a hostile release cannot run code on the machine that installs.
 * Development packages always, as some commands use them: NODE_ENV=production would leave them out.
 */
const NPM_INSTALL = [
  'install',
  '--no-save',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/**
 * Brings node_modules to what package-lock.json says; does nothing when its stamp says that they agree.
 * @param {string} root folder of the two
 * @param {string} command what installs them when their owner runs it
 */
export async function ensureInstalled(root, command = 'npm run brand -- check') {
  if (isCurrent(root)) return;
  try {
    await installLocked(root);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    // Installed by hand, or by another user's npm: all that is missing is the stamp.
    if (agreesWithLock(root)) return;
    throw new Refusal(
      `The packages in ${root} are not those of package-lock.json, and this user may not install them. Run this once as the owner of that folder: ${command}`,
      1,
    );
  }
}

/** @param {string} root */
async function installLocked(root) {
  await withLock(join(root, '.lectern-install.lock'), async () => {
    // Another process may have finished the same work while this one waited.
    if (isCurrent(root)) return;
    if (!agreesWithLock(root)) await install(root);
    writeFileSync(stampFile(root), lockHash(root));
  });
}

/** @param {string} root */
function isCurrent(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === lockHash(root);
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules', '.lectern-stamp');
}

/** @param {string} root */
function lockHash(root) {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lockfile).digest('hex')}\n`;
}

/**
 * Whether npm has installed what the lockfile says, to the byte; also after `npm install <package>`, where
 * installing once more would change packages under programs that run. Packages for other platforms are absent,
 * and optional ones for this platform may be there that the lockfile's author could not get.
 * @param {string} root
 */
export function agreesWithLock(root) {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(installedFile);
  if (bundledPackage() in wanted && !existsSync(bundledNode(root))) return false;
  return (
    Object.entries(wanted).every(([path, entry]) => path === '' || path in installed || mayBeAbsent(entry)) &&
    Object.entries(installed).every(([path, { integrity, optional }]) =>
      path in wanted ? wanted[path]?.integrity === integrity : optional === true,
    )
  );
}

/** @param {Package} entry */
function mayBeAbsent(entry) {
  return entry.optional === true || entry.devOptional === true;
}

/** @param {string} root */
function refuseIfLockIsStale(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const locked = /** @type {Record<string, unknown>} */ (packagesIn(join(root, 'package-lock.json'))['']);
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (!isDeepStrictEqual(manifest[kind] ?? {}, locked[kind] ?? {})) {
      throw new Refusal(`package-lock.json is not of this package.json (their ${kind} differ): run npm install.`, 1);
    }
  }
}

/**
 * @typedef {{ integrity?: string, optional?: boolean, devOptional?: boolean }} Package
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param {string} root */
async function install(root) {
  refuseIfLockIsStale(root);
  say(`installing the packages of ${root} (its lockfile has changed, or this is the first run)`);
  // Without a stamp an earlier run was cut off, and npm would take half-written packages for whole ones.
  if (!existsSync(stampFile(root))) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  rmSync(stampFile(root), { force: true });
  const [program, ...first] = npmCommand(process.env);
  const code = await runToEnd(program, [...first, ...NPM_INSTALL, '--prefix', root], process.env, ['ignore', 2, 2]);
  if (code !== 0) throw new Refusal(`npm install ended with code ${code}; its messages are above.`, 1);
  if (!agreesWithLock(root)) throw new Refusal('npm installed other packages than package-lock.json says.', 1);
  say('packages are installed');
}

/**
 * The npm that started us, on the Node it runs on, else the one on the PATH. Our own Node may be the bundled one, which
 * the install replaces.
 * @param {NodeJS.ProcessEnv} env
 * @returns {[string, ...string[]]}
 */
export function npmCommand(env) {
  const started = env['npm_execpath'];
  return started?.endsWith('npm-cli.js') ? [env['npm_node_execpath'] ?? process.execPath, started] : ['npm'];
}
