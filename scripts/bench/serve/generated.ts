import { join } from 'node:path';
import { loadProxiedBrands } from '#src/commands/site/proxy-config.ts';
import { getConfig } from '#src/config/config.ts';
import { GENERATORS } from '#src/serve/proxy-config/index.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { freePort } from '../../testing/free-port.ts';
import { HOST } from './answers.ts';
import { type Nginx, startNginx } from './nginx.ts';

/**
 * Starts nginx with the generated configuration, in front of our server.
 * @param folder folder for all files of nginx
 * @param site origin of our server
 */
export async function startGenerated(folder: string, state: string, site: string): Promise<Nginx> {
  const brands = await proxiedBrands(state);
  return startNginx(folder, (port) => GENERATORS.nginx(brands, optionsOf(folder, state, site, port)));
}

/**
 * Like `startGenerated`, but with TLS and HTTP/2, with a self-signed certificate, and only for the brand with the host
 * `HOST`.
 */
export async function startGeneratedTls(folder: string, state: string, site: string): Promise<Nginx> {
  const brands = (await proxiedBrands(state)).filter(({ hosts }) => hosts.includes(HOST));
  const certificates = join(folder, 'certificates');
  await makeCertificate(certificates, [HOST]);
  const tlsPort = await freePort();
  const listenTls = `127.0.0.1:${tlsPort}`;
  const nginx = await startNginx(folder, (port) =>
    GENERATORS.nginx(brands, { ...optionsOf(folder, state, site, port), listenTls, certificates }),
  );
  return { ...nginx, origin: `https://${HOST}:${tlsPort}` };
}

const proxiedBrands = (state: string) => loadProxiedBrands(getConfig({ ...process.env, LECTERN_STATE: state }));

const optionsOf = (folder: string, state: string, site: string, port: number) => ({
  state,
  sites: [new URL(site).host],
  listen: `127.0.0.1:${port}`,
  certificates: undefined,
  cache: join(folder, 'cache'),
});
