import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getConfig } from '#src/config/config.ts';
import { GENERATORS, type ProxiedBrand, type ProxyOptions, type ProxyServer } from '#src/serve/proxy-config/index.ts';
import { makeCertificate } from '../../scripts/testing/certificate.ts';
import { freePort } from '../../scripts/testing/free-port.ts';
import { ensureCaddy, ensureNginx } from '../../scripts/testing/web-servers.ts';
import { loadProxiedBrands } from '../../src/commands/site/proxy-config.ts';

/** A web server with the generated configuration, in front of Lectern's server. */
export interface WebServer {
  /** Port without TLS. */
  readonly port: number;
  /** Port with TLS, if requested. */
  readonly tlsPort: number;
  /** Folder of the web server: configuration, logs, certificates and ACME challenges. */
  readonly folder: string;
  close(): Promise<void>;
}

interface WebServerOptions {
  readonly brands: readonly ProxiedBrand[];
  /** State folder of Lectern's server. */
  readonly state: string;
  /** Port or ports of Lectern's servers. */
  readonly site: number | readonly number[];
  /** Enables TLS: nginx uses generated certificates, Caddy its internal authority. */
  readonly tls?: boolean;
  /** Further settings of the configuration. */
  readonly settings?: Pick<ProxyOptions, 'limit'>;
  /** Writes access logs to the folder, and serves ACME challenges from it. */
  readonly logs?: boolean;
}

/** Starting may fail, because another program may take the free port first. */
const MAX_TRIES = 5;

/** Starts a real nginx or Caddy on a free port of 127.0.0.1. */
export async function startWebServer(server: ProxyServer, options: WebServerOptions): Promise<WebServer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryToStart(server, options);
    } catch (error) {
      if (tries === MAX_TRIES || !String(error).includes('in use')) throw error;
    }
  }
}

async function tryToStart(server: ProxyServer, options: WebServerOptions): Promise<WebServer> {
  const folder = mkdtempSync(join(tmpdir(), `lectern-${server}-`));
  const ports = { port: await freePort(), tlsPort: await freePort() };
  const child = await STARTS[server](folder, await configFor(server, options, folder, ports), ports);
  const close = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  await untilListening(ports.port, child, join(folder, 'error.log')).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { ...ports, folder, close };
}

interface Ports {
  readonly port: number;
  readonly tlsPort: number;
}

async function configFor(
  server: ProxyServer,
  options: WebServerOptions,
  folder: string,
  { port, tlsPort }: Ports,
): Promise<string> {
  const certificates = options.tls && server === 'nginx' ? join(folder, 'certificates') : undefined;
  if (certificates !== undefined)
    for (const { id, hosts } of options.brands) await makeCertificate(certificates, [...hosts, `${id}.localhost`]);
  const plainCaddy = options.tls ? undefined : `${port}`;
  return GENERATORS[server](options.brands, {
    state: options.state,
    sites: [options.site].flat().map((site) => `127.0.0.1:${site}`),
    listen: server === 'nginx' ? `127.0.0.1:${port}` : plainCaddy,
    listenTls: `127.0.0.1:${tlsPort}`,
    certificates,
    cache: join(folder, 'cache'),
    ...options.settings,
    ...(options.logs && { logs: folder, acme: folder }),
  });
}

/** Starts a web server for the brands and releases in the environment. @param site port of Lectern's server */
export async function startWebServerFor(
  server: ProxyServer,
  environment: NodeJS.ProcessEnv,
  site: number | readonly number[],
  more: Partial<WebServerOptions> = {},
): Promise<WebServer> {
  const config = getConfig(environment);
  return startWebServer(server, { brands: await loadProxiedBrands(config), state: config.state, site, ...more });
}

type Start = (folder: string, config: string, ports: Ports) => Promise<ChildProcess>;

const STARTS: Readonly<Record<ProxyServer, Start>> = { nginx: startNginx, caddy: startCaddy };

const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

async function startNginx(folder: string, config: string): Promise<ChildProcess> {
  const { program, brotliStatic } = await ensureNginx();
  const file = join(folder, 'nginx.conf');
  // By default nginx workers started by root run as nobody and cannot read a test's state.
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
load_module ${brotliStatic};
events { worker_connections 1024; }
http {
${TEMPORARY_FOLDERS.map((name) => `  ${name}_temp_path ${join(folder, name)};`).join('\n')}
${config}
}
`,
  );
  const log = join(folder, 'error.log');
  return spawn(program, ['-p', folder, '-c', file, '-e', log], { stdio: ['ignore', 'ignore', 'ignore'] });
}

/** Starts Caddy. Its certificates come from its internal authority, which is not installed in the system. */
async function startCaddy(folder: string, config: string, { port, tlsPort }: Ports): Promise<ChildProcess> {
  const program = await ensureCaddy();
  const file = join(folder, 'Caddyfile');
  const settings = ['admin off', 'local_certs', 'skip_install_trust', `http_port ${port}`, `https_port ${tlsPort}`];
  const log = `log {\n\t\toutput file ${join(folder, 'error.log')}\n\t}`;
  writeFileSync(file, `{\n${[...settings, log].map((line) => `\t${line}\n`).join('')}}\n${config}`);
  return spawn(program, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
}

async function untilListening(port: number, child: ChildProcess, log: string): Promise<void> {
  while (child.exitCode === null) {
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await wait(50);
  }
  throw new Error(`The web server did not start: ${readFileSync(log, 'utf8')}`);
}
