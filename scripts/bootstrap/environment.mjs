// @ts-check
import { accessSync, constants } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { isForbidden } from './console.mjs';

/**
 * Site and API answer from memory they keep, and make little that is new: small pools of new objects and few arenas of the
 * C library save them a third of their memory and no time (docs/operate/server.md).
 */
const SERVER_MEMORY = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=4' };

/**
 * An import stores one picture after another. With few arenas of the C library, whose large blocks go back to the system,
 * a book of 25 MB with 42 drawings takes 280 instead of 450 MiB (docs/use/epub.md).
 */
const IMPORT_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/**
 * Pages are made in as many threads as there are processors, each with a pool of new objects and an arena of the C library of
 * its own. Small pools and no more arenas save two fifths of the memory, and cost less time than can be measured
 * (docs/develop/bench-rebuild.md). What a first sync leaves is freed by hand (src/rebuild/free-garbage.ts).
 */
const PAGE_MEMORY = {
  MALLOC_ARENA_MAX: String(Math.max(2, availableParallelism())),
  NODE_OPTIONS: '--max-semi-space-size=8 --expose-gc',
};

/**
 * A night in which little changed is short beside the compilation of the code, in three threads: what Node compiled is
 * kept (docs/develop/architecture.md), in the state where the code belongs to another user.
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
 * What suits one command.
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
 * The environment of a command: Node 24 is the first `node` on the PATH, so that whatever the command spawns
 * runs on it too, and NODE_ENV is production (React and Astro are slower and larger otherwise). The tests
 * choose their NODE_ENV stage by stage. What is set already stays.
 * @param {string} script
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(script, node, env) {
  const path = env['PATH'] ? `${dirname(node)}${delimiter}${env['PATH']}` : dirname(node);
  /** @type {NodeJS.ProcessEnv} */
  const result = { ...ownOf(script, env), ...env, PATH: path };
  if (!env['NODE_ENV'] && basename(script) !== 'test.ts') result['NODE_ENV'] = 'production';
  return result;
}

/**
 * The environment of a command that another command starts: what suited only the other one does not stay.
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
