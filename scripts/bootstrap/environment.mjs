// @ts-check
import { accessSync, constants } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { isForbidden } from './console.mjs';

/**
 * Environment variables for site and API, which allocate little after startup. Small pools for new objects and few
 * arenas of the C library save a third of their memory at no cost in time (docs/operate/rendering.md#memory).
 */
const SERVER_MEMORY = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=4' };

/**
 * Environment variables for an import, which stores images one at a time. With few arenas of the C library, and large
 * blocks returned to the system, a book of 25 MB with 42 drawings takes 280 instead of 450 MiB (docs/use/epub.md).
 */
const IMPORT_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/**
 * Environment variables for commands that render pages, in one thread per processor. Each thread has a pool for new
 * objects and an arena of the C library. Small pools and one arena per thread save two fifths of the memory at no
 * measurable cost in time (docs/develop/bench-rebuild.md). src/publish/render/free-garbage.ts frees the garbage of a
 * first sync.
 */
const PAGE_MEMORY = {
  MALLOC_ARENA_MAX: String(Math.max(2, availableParallelism())),
  NODE_OPTIONS: '--max-semi-space-size=8 --expose-gc',
};

/**
 * Environment variables that enable Node's compile cache. If little has changed, a rebuild takes less time than
 * compiling the code in three threads (docs/develop/architecture.md). The cache is in the state folder if the code
 * belongs to another user.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 */
function compiled(script, env) {
  const root = dirname(dirname(script));
  const packages = join(root, 'node_modules');
  const state = env['LECTERN_STATE'] || join(root, 'var');
  return { NODE_COMPILE_CACHE: isClosed(packages) ? join(state, '.compiled') : join(packages, '.cache', 'node') };
}

/** @param {string} folder */
function isClosed(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return isForbidden(error);
  }
}

/**
 * Returns the environment variables for a specific command.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function ownOf(script, env) {
  if (['site.ts', 'api.ts', 'start.ts'].includes(basename(script))) return SERVER_MEMORY;
  if (basename(script) === 'import.ts') return IMPORT_MEMORY;
  if (basename(script) === 'worker.ts') return PAGE_MEMORY;
  return basename(script) === 'rebuild.ts' ? { ...PAGE_MEMORY, ...compiled(script, env) } : {};
}

/**
 * Returns the environment of a command. Node 24 is the first `node` on the PATH, so that processes spawned by the
 * command use it too. NODE_ENV is production, because React and Astro are slower and larger otherwise; the tests set it
 * per stage. Existing variables are kept.
 * @param {string} script
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(script, node, env) {
  const path = env['PATH'] ? `${dirname(node)}${delimiter}${env['PATH']}` : dirname(node);
  /** @type {NodeJS.ProcessEnv} */
  const result = { ...ownOf(script, env), ...env, PATH: path };
  if (!env['NODE_ENV'] && !['test.ts', 'test-all.ts'].includes(basename(script))) result['NODE_ENV'] = 'production';
  return result;
}

/**
 * Returns the environment of a command that another command starts, without the variables set only for the parent.
 * @param {string} script
 * @param {string} parent the script that starts it
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env of the parent
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentForChild(script, parent, node, env) {
  const own = ownOf(parent, env);
  const rest = Object.entries(env).filter(([name, value]) => own[name] === undefined || own[name] !== value);
  return environmentFor(script, node, Object.fromEntries(rest));
}
