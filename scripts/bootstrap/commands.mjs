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
  const problem = name === undefined ? 'No command given.' : `Unknown command "${name}".`;
  throw new Refusal(`${problem} Commands: ${names.join(' ')}`, 2);
}

/** Matches commands for development, which need the development packages. */
const FOR_DEVELOPMENT = /^(?:test|test-.+|dev|dev-admin|bench|screenshots|mutants|contract-docs|audit|sbom)$/;

/**
 * Whether a command needs the packages of `devDependencies`.
 * @param {string | undefined} name
 * @param {readonly string[]} args
 */
export function needsDevelopmentPackages(name, args) {
  // `npm run brand -- preview` takes screenshots with a browser.
  return FOR_DEVELOPMENT.test(name ?? '') || (name === 'brand' && args.includes('preview'));
}
