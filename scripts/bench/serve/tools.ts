import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConfigError, LecternError } from '#src/lib/errors.ts';
import { ensureNginx } from '../../testing/web-servers.ts';

/**
 * Checks that the required programs are installed, before minutes are spent on building a site.
 * @throws ConfigError for a missing program, saying how to install it
 */
export async function assertTools(): Promise<void> {
  await run('wrk', ['-v']);
  await ensureNginx();
}

/**
 * Runs a program.
 * @returns its output
 */
export async function run(program: string, options: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, options);
    return stderr + stdout;
  } catch (error) {
    return explain(program, options, error instanceof Error ? error : new Error(String(error)));
  }
}

function explain(
  program: string,
  options: readonly string[],
  error: Error & { code?: unknown; stdout?: string },
): string {
  if (error.code === 'ENOENT') throw new ConfigError('This bench needs wrk: apt-get install wrk.');
  // wrk exits with an error code even if it only prints its version.
  if (options[0] === '-v') return error.stdout ?? '';
  throw new LecternError('BENCH', `${program} failed: ${error.message}`);
}
