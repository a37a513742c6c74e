// @ts-check
import { basename, delimiter, dirname } from 'node:path';

/**
 * The site answers from memory it keeps, and makes little that is new: small pools of new objects and few arenas of the
 * C library save it a quarter of its memory and no time (docs/front.md).
 */
const SITE_MEMORY = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=4' };

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
  const result = { ...(basename(script) === 'site.ts' ? SITE_MEMORY : {}), ...env, PATH: path };
  if (!env['NODE_ENV'] && basename(script) !== 'test.ts') result['NODE_ENV'] = 'production';
  return result;
}
