// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './console.mjs';

const NEEDED_MAJOR = 24;

/**
 * Path, in the project, of the package that contains Node (one of our optionalDependencies).
 * @param {{ platform: string, arch: string }} [machine]
 */
export function bundledPackage(machine = process) {
  return `node_modules/node-${machine.platform}-${machine.arch}`;
}

/**
 * @param {string} root
 * @param {{ platform: string, arch: string }} [machine]
 * @returns {string} path of the bundled Node, whether or not it is installed
 */
export function bundledNode(root, machine = process) {
  return join(root, bundledPackage(machine), 'bin', 'node');
}

/**
 * @param {string} root
 * @param {{ platform: string, arch: string, version: string, execPath: string }} [machine]
 * @returns {string} a Node 24 or newer: the bundled one, else the one that runs this
 */
export function findNode(root, machine = process) {
  const bundled = bundledNode(root, machine);
  if (existsSync(bundled)) return bundled;
  if (Number.parseInt(machine.version.slice(1), 10) >= NEEDED_MAJOR) return machine.execPath;
  throw new Refusal(
    `Lectern runs on Node ${NEEDED_MAJOR}. Its packages include one for Linux on x64 and arm64, not for ` +
      `${machine.platform} on ${machine.arch}: install Node ${NEEDED_MAJOR} or newer here (this is ${machine.version}).`,
    1,
  );
}
