// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './console.mjs';

/**
 * The commands of a project: the name of each `scripts/*.ts`.
 * @param {string} root
 */
export function commandNames(root) {
  return readdirSync(join(root, 'scripts'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}

/**
 * @param {string} root
 * @param {string | undefined} name
 * @returns {string} the command's file
 */
export function commandNamed(root, name) {
  const names = commandNames(root);
  if (name !== undefined && names.includes(name)) return join(root, 'scripts', `${name}.ts`);
  const problem = name === undefined ? 'No command given.' : `There is no command "${name}".`;
  throw new Refusal(`${problem} Commands: ${names.join(' ')}`, 2);
}
