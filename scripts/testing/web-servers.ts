import { messageOf } from '#src/lib/errors.ts';
import { ensureFirefox, ensureWebKit } from '../browsers/programs.ts';
import { ensureFiles } from './apt.ts';
import { ensurePostgres } from './postgres.ts';

/** Folder with the modules of Debian's nginx. */
const MODULES = '/usr/lib/nginx/modules';

interface NginxProgram {
  readonly program: string;
  /** Path of the module that sends `.br` files, for `load_module`. */
  readonly brotliStatic: string;
}

/** Returns the paths of nginx and of its module that sends `.br` files. Installs them if they are missing. */
export async function ensureNginx(): Promise<NginxProgram> {
  const found = { program: '/usr/sbin/nginx', brotliStatic: `${MODULES}/ngx_http_brotli_static_module.so` };
  await ensureFiles(Object.values(found), ['nginx', 'libnginx-mod-http-brotli-static']);
  return found;
}

/** Returns the path of Caddy, which is installed if it is missing. */
export async function ensureCaddy(): Promise<string> {
  const program = '/usr/bin/caddy';
  await ensureFiles([program], ['caddy']);
  return program;
}

/** Returns the path of OpenSSL, which creates certificates. It is installed if it is missing. */
export async function ensureOpenssl(): Promise<string> {
  const program = '/usr/bin/openssl';
  await ensureFiles([program], ['openssl']);
  return program;
}

/**
 * Installs the servers in advance, because several tests would otherwise do so concurrently. If a program is still
 * missing, the tests that need it report that.
 */
export const prepareServers = (): Promise<void> =>
  prepare([ensureNginx, ensureCaddy, ensureOpenssl, ensureSystemdAnalyze, ensurePostgres]);

/** Installs the browsers other than Chromium in advance, because several tests would otherwise do so concurrently. */
export const prepareBrowsers = (): Promise<void> => prepare([ensureFirefox, ensureWebKit]);

async function prepare(programs: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const ensure of programs) {
    try {
      await ensure();
    } catch (error) {
      process.stderr.write(`${messageOf(error)}\n`);
    }
  }
}

/**
 * Returns the path of the program that checks systemd units without a running systemd. It is installed if it is
 * missing.
 */
export async function ensureSystemdAnalyze(): Promise<string> {
  const program = '/usr/bin/systemd-analyze';
  await ensureFiles([program], ['systemd']);
  return program;
}
