import { resolve } from 'node:path';
import { parseProxyArguments, proxyConfigText, textOf } from '#src/commands/site/proxy-config.ts';
import type { Config } from '#src/config/config.ts';
import { type Answer, fine, skipped, wrong } from './finding.ts';

/** Checks that the web server's configuration matches the brands and their live releases. */
export async function lookAtWebServer(config: Config): Promise<Answer> {
  if (config.proxyConfig === undefined) return skipped('LECTERN_PROXY_CONFIG names no web server in front.');
  const proxyArguments = parseProxyArguments(config.proxyConfig);
  if (proxyArguments.out === undefined)
    return wrong('LECTERN_PROXY_CONFIG names no file, so the configuration is not updated.', 'Add --out FILE to it.');
  const file = resolve(proxyArguments.out);
  const written = await textOf(file);
  const remedy = `Write it, then reload the web server: npm run proxy-config -- ${config.proxyConfig}`;
  if (written === undefined) return wrong(`There is no ${file} yet.`, remedy);
  if (written !== (await proxyConfigText(config, proxyArguments)))
    return wrong(`${file} does not match the brands and their live releases.`, remedy);
  return fine(`${file} is up to date.`);
}
