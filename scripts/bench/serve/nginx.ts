import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LecternError } from '#src/lib/errors.ts';
import { freePort } from '../../testing/free-port.ts';
import { ensureNginx } from '../../testing/web-servers.ts';
import { HOST } from './answers.ts';

/** Pages below a prefix, in the files `<root>/<path>.html` with `.br` files next to them. */
export interface Part {
  readonly prefix: string;
  readonly root: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface Nginx {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Starts one nginx worker, tuned for speed: it writes no log and keeps connections open.
 * @param folder folder for all files of nginx
 * @param http returns the content of the `http` block for a port on 127.0.0.1
 */
export async function startNginx(folder: string, http: (port: number) => string | Promise<string>): Promise<Nginx> {
  const { program, brotliStatic } = await ensureNginx();
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await mkdir(folder, { recursive: true });
  await writeFile(file, mainConfig(folder, brotliStatic, await http(port)));
  const child = spawn(program, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(origin, () => child.exitCode !== null);
  return {
    origin,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Without a master process, the process that is started is the only worker. */
const mainConfig = (folder: string, brotliStatic: string, http: string) => `daemon off;
master_process off;
pcre_jit on;
pid ${join(folder, 'nginx.pid')};
load_module ${brotliStatic};
events { worker_connections 1024; }
http {
${TEMPORARY.map((name) => `  ${name}_temp_path ${join(folder, name)};`).join('\n')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65;
  keepalive_requests 1000000000;
${http}
}
`;

/** Returns the smallest nginx configuration that sends pages from files, with their headers. */
export const bareFiles = (port: number, parts: readonly Part[]) => `  server_tokens off;
  open_file_cache max=20000 inactive=1h;
  open_file_cache_valid 1h;
  types { text/html html; }
  charset utf-8;
  brotli_static on;
  server {
    listen 127.0.0.1:${port};
${parts.map(location).join('\n')}
  }`;

const location = ({ prefix, root, headers }: Part) => `    location ${prefix} {
      root ${root};
      try_files $uri.html =404;
${headers.map(([name, value]) => `      add_header ${name} ${quoted(value)};`).join('\n')}
    }`;

/** @throws LecternError for a value that nginx would interpret as a variable */
function quoted(value: string): string {
  if (value.includes('$')) throw new LecternError('BENCH', `nginx cannot send this header: ${value}`);
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

async function untilAnswers(origin: string, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !hasEnded(); tries += 1) {
    const answers = await fetch(origin, { headers: { host: HOST }, redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (answers) return;
    await wait(100);
  }
  throw new LecternError('BENCH', 'nginx does not respond; see its output above.');
}
