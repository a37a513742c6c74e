import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '#src/lib/config.ts';
import { ConfigError, EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { parseProxyArguments, proxyConfigText, textOf } from './proxy-config.ts';

const run = promisify(execFile);

const RELOAD_TIMEOUT_MS = 60_000;

/**
 * Renews the configuration of the web server in front after a publish (`LECTERN_PROXY_CONFIG`), and has it reloaded where
 * the text changed (`LECTERN_PROXY_RELOAD`). The releases are not touched. Where the reload fails, the file is what it was.
 * @returns whether the text changed
 * @throws LecternError with exit code 5
 */
export async function renewProxyConfig(config: Config): Promise<boolean> {
  if (config.proxyConfig === undefined) return false;
  try {
    const given = parseProxyArguments(config.proxyConfig);
    if (given.out === undefined) throw new ConfigError('LECTERN_PROXY_CONFIG names no file: add --out FILE.');
    return await replace(resolve(given.out), await proxyConfigText(config, given), config.proxyReload);
  } catch (cause) {
    const message = `What was published is live, but the web server's configuration was not renewed: ${messageOf(storageErrorOf(cause) ?? cause)}`;
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
    // Whenever the web server starts again, it finds a configuration that works.
    if (before === undefined) await rm(file, { force: true });
    else await writeAtomic(file, before);
    throw error;
  }
  return true;
}
