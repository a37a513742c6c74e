/**
 * Implements `node scripts/run.mjs <command> [arguments]`, the entry point of every npm script.
 *
 * Runs on the machine's Node (20 or newer), installs the packages if they are missing or differ from the lockfile, then
 * runs `scripts/<command>.ts` on the Node 24 in those packages. Writes only to standard error, so that a command's
 * `--json` output stays clean. Exits with the command's exit code.
 */
// @ts-check
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandNamed, commandNames, needsDevelopmentPackages } from './bootstrap/commands.mjs';
import { Refusal, say } from './bootstrap/console.mjs';
import { environmentFor } from './bootstrap/environment.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { findNode } from './bootstrap/node.mjs';
import { runToEnd } from './bootstrap/process.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} argv */
async function main([name, ...args]) {
  if (name === '--help' || name === '-h') {
    say(`npm run <command> -- --help shows its options. Commands: ${commandNames(root).join(' ')}`);
    return 0;
  }
  const script = commandNamed(root, name);
  await ensureInstalled(root, { development: needsDevelopmentPackages(name, args) });
  const node = findNode(root);
  return runToEnd(node, [script, ...args], environmentFor(script, node, process.env));
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}
