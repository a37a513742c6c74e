/**
 * `node scripts/run.mjs <command> [arguments]`: the one door to every npm script.
 *
 * Starts on whatever Node the machine has (20 or newer), installs the packages where they are missing or
 * differ from the lockfile, then runs `scripts/<command>.ts` under the Node 24 those packages bring along.
 * Writes to standard error only, so that a command's `--json` output stays clean; exits as the command does.
 */
// @ts-check
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandNamed, commandNames } from './bootstrap/commands.mjs';
import { Refusal, say } from './bootstrap/console.mjs';
import { environmentFor } from './bootstrap/environment.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { findNode } from './bootstrap/node.mjs';
import { runToEnd } from './bootstrap/process.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} argv */
async function main([name, ...args]) {
  if (name === '--help' || name === '-h') {
    say(`npm run <command> -- --help tells more. Commands: ${commandNames(root).join(' ')}`);
    return 0;
  }
  const script = commandNamed(root, name);
  await ensureInstalled(root);
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
