import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getConfig } from '#src/lib/config.ts';
import { GENERATORS, type ProxiedBrand, type ProxyServer } from '#src/reverse-proxy/index.ts';
import { loadProxiedBrands } from '../../scripts/programs/proxy-config.ts';
import { ensureCaddy, ensureNginx } from '../../scripts/testing/web-servers.ts';

/** A web server with the generated configuration, in front of a server of ours. */
export interface WebServer {
  readonly port: number;
  close(): Promise<void>;
}

interface WebServerOptions {
  readonly brands: readonly ProxiedBrand[];
  /** Folder of all state of our server. */
  readonly state: string;
  /** Port of our server, or of several. */
  readonly site: number | readonly number[];
}

/** Another program may take a free port before the web server does. */
const MOST_TRIES = 5;

/** Starts a real nginx or Caddy on a free port of 127.0.0.1. */
export async function startWebServer(server: ProxyServer, options: WebServerOptions): Promise<WebServer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryToStart(server, options);
    } catch (error) {
      if (tries === MOST_TRIES || !String(error).includes('in use')) throw error;
    }
  }
}

async function tryToStart(server: ProxyServer, options: WebServerOptions): Promise<WebServer> {
  const folder = mkdtempSync(join(tmpdir(), `lectern-${server}-`));
  const port = await freePort();
  const config = GENERATORS[server](options.brands, {
    state: options.state,
    sites: [options.site].flat().map((site) => `127.0.0.1:${site}`),
    listen: server === 'nginx' ? `127.0.0.1:${port}` : `${port}`,
    certificates: undefined,
    cache: join(folder, 'cache'),
  });
  const child = await STARTS[server](folder, config);
  const close = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  await untilListening(port, child, join(folder, 'error.log')).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { port, close };
}

/** The same for the brands and releases that the environment names. @param site port of our server */
export async function startWebServerFor(
  server: ProxyServer,
  environment: NodeJS.ProcessEnv,
  site: number,
): Promise<WebServer> {
  const config = getConfig(environment);
  return startWebServer(server, { brands: await loadProxiedBrands(config), state: config.state, site });
}

type Start = (folder: string, config: string) => Promise<ChildProcess>;

const STARTS: Readonly<Record<ProxyServer, Start>> = { nginx: startNginx, caddy: startCaddy };

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

async function startNginx(folder: string, config: string): Promise<ChildProcess> {
  const { program, brotliStatic } = await ensureNginx();
  const file = join(folder, 'nginx.conf');
  // Workers of a root's nginx are nobody's by default and could not read the state of a test.
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
load_module ${brotliStatic};
events { worker_connections 1024; }
http {
${TEMPORARY.map((name) => `  ${name}_temp_path ${join(folder, name)};`).join('\n')}
${config}
}
`,
  );
  const log = join(folder, 'error.log');
  return spawn(program, ['-p', folder, '-c', file, '-e', log], { stdio: ['ignore', 'ignore', 'ignore'] });
}

async function startCaddy(folder: string, config: string): Promise<ChildProcess> {
  const program = await ensureCaddy();
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tlog {\n\t\toutput file ${join(folder, 'error.log')}\n\t}\n}\n${config}`);
  return spawn(program, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilListening(port: number, child: ChildProcess, log: string): Promise<void> {
  while (child.exitCode === null) {
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await wait(50);
  }
  throw new Error(`The web server did not start: ${readFileSync(log, 'utf8')}`);
}
