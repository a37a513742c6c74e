import { messageOf } from '#src/lib/errors.ts';
import { ensureFirefox, ensureWebKit } from '../browsers/programs.ts';
import { ensureFiles } from './apt.ts';
import { ensurePostgres } from './postgres.ts';

/** Module folder of Debian's nginx. */
const MODULES = '/usr/lib/nginx/modules';

interface NginxProgram {
  readonly program: string;
  /** Module that sends `.br` files, for `load_module`. */
  readonly brotliStatic: string;
}

/** Paths of nginx and its module that serves `.br` files. Both are installed if missing. */
export async function ensureNginx(): Promise<NginxProgram> {
  const found = { program: '/usr/sbin/nginx', brotliStatic: `${MODULES}/ngx_http_brotli_static_module.so` };
  await ensureFiles(Object.values(found), ['nginx', 'libnginx-mod-http-brotli-static']);
  return found;
}

/** Path of Caddy, which is installed if missing. */
export async function ensureCaddy(): Promise<string> {
  const program = '/usr/bin/caddy';
  await ensureFiles([program], ['caddy']);
  return program;
}

/** Path of OpenSSL, for certificates, which is installed if missing. */
export async function ensureOpenssl(): Promise<string> {
  const program = '/usr/bin/openssl';
  await ensureFiles([program], ['openssl']);
  return program;
}

/** Installs the servers before several tests try to do so concurrently. Tests that need a missing program report it. */
export const prepareServers = (): Promise<void> =>
  prepare([ensureNginx, ensureCaddy, ensureOpenssl, ensureSystemdAnalyze, ensurePostgres]);

/** Installs the browsers other than Chromium before several tests try to do so concurrently. */
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

/** Path of the program that checks systemd units without a running systemd. It is installed if missing. */
export async function ensureSystemdAnalyze(): Promise<string> {
  const program = '/usr/bin/systemd-analyze';
  await ensureFiles([program], ['systemd']);
  return program;
}
