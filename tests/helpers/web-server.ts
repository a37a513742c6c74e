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
  /** Folder with the web server's files: configuration, logs, certificates and ACME challenges. */
  readonly folder: string;
  close(): Promise<void>;
}

interface WebServerOptions {
  readonly brands: readonly ProxiedBrand[];
  /** State folder of Lectern's server. */
  readonly state: string;
  /** Port or ports of Lectern's servers. */
  readonly site: number | readonly number[];
  /** Enables TLS with generated certificates, or with the certificates that Caddy issues itself. */
  readonly tls?: 'files' | 'issued' | undefined;
  /** Further settings of the configuration. */
  readonly settings?: Pick<ProxyOptions, 'limit'>;
  /** Writes access logs to the folder, and serves ACME challenges from it. */
  readonly logs?: boolean;
}

/** Maximum number of attempts to start. Another program may take the free port first. */
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
  const config = await configFor(server, options, folder, ports);
  const child = await (server === 'nginx'
    ? startNginx(folder, config)
    : startCaddy(folder, config, ports, options.tls));
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
  const certificates = options.tls === 'files' ? join(folder, 'certificates') : undefined;
  if (certificates !== undefined)
    for (const { id, hosts } of options.brands) await makeCertificate(certificates, [...hosts, `${id}.localhost`]);
  const isIssued = options.tls === 'issued';
  const address = server === 'nginx' ? '127.0.0.1:' : '';
  return GENERATORS[server](options.brands, {
    state: options.state,
    sites: [options.site].flat().map((site) => `127.0.0.1:${site}`),
    listen: isIssued ? undefined : `${address}${port}`,
    listenTls: isIssued ? undefined : `${address}${tlsPort}`,
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

const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

async function startNginx(folder: string, config: string): Promise<ChildProcess> {
  const { program, brotliStatic } = await ensureNginx();
  const file = join(folder, 'nginx.conf');
  // By default, nginx workers started by root run as `nobody` and cannot read a test's state folder.
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

/** Starts Caddy. It issues certificates with its internal authority, which is not installed in the system. */
async function startCaddy(
  folder: string,
  config: string,
  { port, tlsPort }: Ports,
  tls: WebServerOptions['tls'],
): Promise<ChildProcess> {
  const program = await ensureCaddy();
  const file = join(folder, 'Caddyfile');
  const ports =
    tls === 'files' ? ['auto_https disable_redirects'] : [`http_port ${port}`, `https_port ${tlsPort}`, 'local_certs'];
  const settings = ['admin off', 'skip_install_trust', ...ports];
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
