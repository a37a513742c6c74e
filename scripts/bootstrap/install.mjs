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
 * We do not use `npm ci`, because it rejects a lockfile that lacks packages for some platforms. npm omits these from
 * a lockfile if the registry does not have them (https://github.com/npm/cli/issues/9846). `install --no-save`
 * installs the locked versions without changing the lockfile; the result is compared with the lockfile afterwards.
 *
 * Install scripts are disabled: none of our packages needs one (esbuild's script only checks its binary, which is an
 * optional dependency), and without them a hostile release cannot run code on this machine. Development packages are
 * selected explicitly, because NODE_ENV would otherwise decide.
 */
const NPM_INSTALL = [
  'install',
  '--no-save',
  '--ignore-scripts',
  '--include=optional',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/**
 * Installs the packages in package-lock.json. Does nothing if the stamp file in node_modules, which is written after
 * each installation, is up to date.
 * @param {string} root folder with package-lock.json and node_modules
 * @param {object} [options]
 * @param {string} [options.command] command that installs the packages if the owner of the folder runs it
 * @param {boolean} [options.development] whether the development packages are needed; default: true
 */
export async function ensureInstalled(root, { command = 'npm run brand -- check', development = true } = {}) {
  if (isCurrent(root, development)) return;
  try {
    await installLocked(root, development);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    // If the packages were installed by hand or by another user, only the stamp file is missing.
    if (agreesWithLock(root, { development })) return;
    throw new Refusal(
      `The packages in ${root} do not match package-lock.json, and this user may not install them. Run this once as the owner of that folder: ${command}`,
      1,
    );
  }
}

/** @param {string} root @param {boolean} development */
async function installLocked(root, development) {
  await withLock(join(root, '.lectern-install.lock'), async () => {
    // Another process may have finished the same work while this one was waiting.
    if (isCurrent(root, development)) return;
    if (!agreesWithLock(root, { development })) await install(root, development);
    const isComplete = development || agreesWithLock(root);
    writeFileSync(stampFile(root), isComplete ? lockHash(root) : withoutDevelopment(root));
  });
}

/** @param {string} root @param {boolean} development */
function isCurrent(root, development) {
  if (!existsSync(stampFile(root))) return false;
  const stamp = readFileSync(stampFile(root), 'utf8');
  return stamp === lockHash(root) || (!development && stamp === withoutDevelopment(root));
}

/**
 * Content of the stamp file after an installation without development packages.
 * @param {string} root
 */
const withoutDevelopment = (root) => `without development packages: ${lockHash(root)}`;

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
 * Whether npm has installed exactly the packages in the lockfile. This is also true after `npm install <package>`,
 * and installing again would then change packages that running programs use. Packages for other platforms may be
 * absent. Optional packages for this platform may be present even if the lockfile's author could not download them.
 * @param {string} root
 * @param {object} [options]
 * @param {boolean} [options.development] whether the development packages are needed; default: true
 */
export function agreesWithLock(root, { development = true } = {}) {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(installedFile);
  if (bundledPackage() in wanted && !existsSync(bundledNode(root))) return false;
  return (
    Object.entries(wanted).every(
      ([path, entry]) => path === '' || path in installed || mayBeAbsent(entry, development),
    ) &&
    Object.entries(installed).every(([path, { integrity, optional }]) =>
      path in wanted ? wanted[path]?.integrity === integrity : optional === true,
    )
  );
}

/** @param {Package} entry @param {boolean} development */
function mayBeAbsent(entry, development) {
  return entry.optional === true || entry.devOptional === true || (entry.dev === true && !development);
}

/** @param {string} root */
function refuseIfLockIsStale(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const locked = /** @type {Record<string, unknown>} */ (packagesIn(join(root, 'package-lock.json'))['']);
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (!isDeepStrictEqual(manifest[kind] ?? {}, locked[kind] ?? {})) {
      throw new Refusal(`package-lock.json does not match package.json (their ${kind} differ). Run npm install.`, 1);
    }
  }
}

/**
 * @typedef {{ integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Package
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param {string} root @param {boolean} development */
async function install(root, development) {
  refuseIfLockIsStale(root);
  say(`installing the packages of ${root} (first run, or the lockfile has changed)`);
  // Without a stamp file, an earlier installation was interrupted, and npm would treat half-written packages as
  // complete.
  if (!existsSync(stampFile(root))) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  rmSync(stampFile(root), { force: true });
  const [program, ...first] = npmCommand(process.env);
  const scope = development ? '--include=dev' : '--omit=dev';
  const code = await runToEnd(program, [...first, ...NPM_INSTALL, scope, '--prefix', root], process.env, [
    'ignore',
    2,
    2,
  ]);
  if (code !== 0) throw new Refusal(`npm install failed with exit code ${code}; see above.`, 1);
  if (!agreesWithLock(root, { development }))
    throw new Refusal('npm installed different packages than package-lock.json lists.', 1);
  removeHeaders(root);
  say('packages installed');
}

/**
 * Removes the C++ headers for compiling addons from the package that contains Node (67 of 190 MB). None of our packages
 * is compiled.
 * @param {string} root
 */
function removeHeaders(root) {
  rmSync(join(root, bundledPackage(), 'include'), { recursive: true, force: true });
}

/**
 * Returns the npm that started this process, with the Node that ran it, or the npm on the PATH if npm did not start
 * this process. The Node that runs this process may be the bundled one, which the installation replaces.
 * @param {NodeJS.ProcessEnv} env
 * @returns {[string, ...string[]]}
 */
export function npmCommand(env) {
  const started = env['npm_execpath'];
  return started?.endsWith('npm-cli.js') ? [env['npm_node_execpath'] ?? process.execPath, started] : ['npm'];
}
