import { join } from 'node:path';
import { getConfig } from '#src/lib/config.ts';
import { GENERATORS } from '#src/reverse-proxy/index.ts';
import { loadProxiedBrands } from '../../programs/proxy-config.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { freePort } from '../../testing/free-port.ts';
import { HOST } from './answers.ts';
import { type Nginx, startNginx } from './nginx.ts';

/**
 * nginx with the generated configuration, in front of our server.
 * @param folder for all its files
 * @param site origin of our server
 */
export async function startGenerated(folder: string, state: string, site: string): Promise<Nginx> {
  const brands = await proxiedBrands(state);
  return startNginx(folder, (port) => GENERATORS.nginx(brands, optionsOf(folder, state, site, port)));
}

/** The same by TLS and HTTP/2, for the brand of `HOST` alone, with a certificate that nobody believes. */
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
