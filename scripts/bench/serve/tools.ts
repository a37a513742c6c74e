import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConfigError, LecternError } from '#src/lib/errors.ts';

/** Where Debian has servers, which is not in everyone's path. */
export const TOOL_ENV = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` };

/** Before minutes are spent on a site. @throws ConfigError for a program that is missing, with what brings it */
export async function assertTools(): Promise<void> {
  await run('wrk', ['-v']);
  if (!(await run('nginx', ['-V'])).includes('http_gzip_static_module'))
    throw new ConfigError(
      "This nginx cannot send compressed files (http_gzip_static_module). Debian's nginx-light can.",
    );
}

/** @returns all that it wrote */
export async function run(program: string, options: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, options, { env: TOOL_ENV });
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
  if (error.code === 'ENOENT')
    throw new ConfigError(`This bench needs wrk and nginx: apt-get install wrk nginx-light (${program} is not here).`);
  // wrk tells its version with the exit code of wrong use.
  if (options[0] === '-v') return error.stdout ?? '';
  throw new LecternError('BENCH', `${program} failed: ${error.message}`);
}
