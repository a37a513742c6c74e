import { existsSync } from 'node:fs';
import { ConfigError } from '#src/lib/errors.ts';
import { runToEnd } from '../bootstrap/process.mjs';

const APT = '/usr/bin/apt-get';

/** Where Debian's nginx looks for its modules. */
const MODULES = '/usr/lib/nginx/modules';

export interface NginxProgram {
  readonly program: string;
  /** Module that sends `.br` files, for `load_module`. */
  readonly brotliStatic: string;
}

/** nginx with the module that sends `.br` files; both are installed where they are missing. */
export async function ensureNginx(): Promise<NginxProgram> {
  const found = { program: '/usr/sbin/nginx', brotliStatic: `${MODULES}/ngx_http_brotli_static_module.so` };
  await ensureFiles(Object.values(found), ['nginx', 'libnginx-mod-http-brotli-static']);
  return found;
}

/** The program of Caddy, which is installed where it is missing. */
export async function ensureCaddy(): Promise<string> {
  const program = '/usr/bin/caddy';
  await ensureFiles([program], ['caddy']);
  return program;
}

/** @throws ConfigError where a file is missing and the packages cannot be installed */
async function ensureFiles(files: readonly string[], packages: readonly string[]): Promise<void> {
  const isThere = () => files.every((file) => existsSync(file));
  if (isThere()) return;
  if (process.getuid?.() === 0 && existsSync(APT)) {
    process.stderr.write(`Installing ${packages.join(' and ')} with apt-get.\n`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
      if ((await runToEnd(APT, args, env, ['ignore', 2, 2])) !== 0) break;
  }
  if (isThere()) return;
  throw new ConfigError(
    `These tests need ${packages.join(' and ')}, which could not be installed. Debian: apt-get install ${packages.join(' ')}`,
  );
}
