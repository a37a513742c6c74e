import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { CommandOutput } from '#src/admin/index.ts';
import { ROOT } from './run-script.ts';

/** The paths of a million pages. */
const MAX_OUTPUT_BYTES = 2 ** 28;

/** Runs `npm run releases -- … --json` in a process of its own. */
export function runReleases(args: readonly string[]): Promise<CommandOutput> {
  const command = [join(ROOT, 'scripts/releases.ts'), ...args, '--json'];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      resolve(error ? { ok: false, output: stderr || error.message } : { ok: true, output: stdout });
    });
  });
}
