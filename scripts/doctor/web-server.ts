import { resolve } from 'node:path';
import type { Config } from '#src/lib/config.ts';
import { parseProxyArguments, proxyConfigText, textOf } from '../programs/proxy-config.ts';
import { type Answer, fine, skipped, wrong } from './finding.ts';

/** Whether the configuration of the web server in front is that of the brands and of what is live. */
export async function lookAtWebServer(config: Config): Promise<Answer> {
  if (config.proxyConfig === undefined) return skipped('LECTERN_PROXY_CONFIG names no web server in front.');
  const given = parseProxyArguments(config.proxyConfig);
  if (given.out === undefined)
    return wrong('LECTERN_PROXY_CONFIG names no file, so nothing is renewed.', 'Add --out FILE to it.');
  const file = resolve(given.out);
  const written = await textOf(file);
  const remedy = `Write it, and reload the web server: npm run proxy-config -- ${config.proxyConfig}`;
  if (written === undefined) return wrong(`There is no ${file} yet.`, remedy);
  if (written !== (await proxyConfigText(config, given)))
    return wrong(`${file} is not that of the brands and of what is live.`, remedy);
  return fine(`${file} is up to date.`);
}
