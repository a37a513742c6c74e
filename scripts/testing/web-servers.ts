import { messageOf } from '#src/lib/errors.ts';
import { ensureFirefox, ensureWebKit } from '../browsers/programs.ts';
import { ensureFiles } from './apt.ts';
import { ensurePostgres } from './postgres.ts';

/** Where Debian's nginx looks for its modules. */
const MODULES = '/usr/lib/nginx/modules';

interface NginxProgram {
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

/** The program that makes certificates, which is installed where it is missing. */
export async function ensureOpenssl(): Promise<string> {
  const program = '/usr/bin/openssl';
  await ensureFiles([program], ['openssl']);
  return program;
}

/**
 * Before several tests at a time would install them. What cannot be installed is told by the tests that need it.
 */
export const prepareServers = (): Promise<void> =>
  prepare([ensureNginx, ensureCaddy, ensureOpenssl, ensureSystemdAnalyze, ensurePostgres]);

/** The browsers besides Chromium, for the same reason. */
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

/** The program that judges units of systemd, which need not run for it. It is installed where it is missing. */
export async function ensureSystemdAnalyze(): Promise<string> {
  const program = '/usr/bin/systemd-analyze';
  await ensureFiles([program], ['systemd']);
  return program;
}
