import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '#src/config/config.ts';
import { ConfigError, EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { parseProxyArguments, proxyConfigText, textOf } from './proxy-config.ts';

const run = promisify(execFile);

const RELOAD_TIMEOUT_MS = 60_000;

/**
 * Updates the configuration file of the web server in front of Lectern after a publish (`LECTERN_PROXY_CONFIG`). If the
 * file changed, reloads the web server (`LECTERN_PROXY_RELOAD`). If the reload fails, restores the previous file.
 * @returns whether the configuration changed
 * @throws LecternError with exit code 5 if that fails
 */
export async function renewProxyConfig(config: Config): Promise<boolean> {
  if (config.proxyConfig === undefined) return false;
  try {
    const args = parseProxyArguments(config.proxyConfig);
    if (args.out === undefined) throw new ConfigError('LECTERN_PROXY_CONFIG has no file. Add --out FILE.');
    return await replace(resolve(args.out), await proxyConfigText(config, args), config.proxyReload);
  } catch (cause) {
    const message = `The release is live, but the web server's configuration was not updated: ${messageOf(storageErrorOf(cause) ?? cause)}`;
    throw new LecternError('PROXY_CONFIG', message, { exitCode: EXIT.proxy, cause });
  }
}

async function replace(file: string, text: string, reload: string | undefined): Promise<boolean> {
  const before = await textOf(file);
  if (before === text) return false;
  await writeAtomic(file, text);
  try {
    if (reload !== undefined) await run('/bin/sh', ['-c', reload], { timeout: RELOAD_TIMEOUT_MS });
  } catch (error) {
    // Restores the previous file, so that the web server can still start.
    if (before === undefined) await rm(file, { force: true });
    else await writeAtomic(file, before);
    throw error;
  }
  return true;
}
