import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { aptInstall } from './apt.ts';
import { freePort } from './free-port.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A temporary PostgreSQL server with an empty database. */
export interface Postgres {
  /** URL of the database, as in `LECTERN_POSTGRES`. */
  readonly url: string;
  /** Kills the server, as if its machine had failed, and starts it again with the committed data. */
  restart(): Promise<void>;
  /** Stops the server and deletes its data. */
  close(): Promise<void>;
}

/** Folder of Debian's PostgreSQL, with one subfolder per version. */
const VERSIONS = '/usr/lib/postgresql';

/** The oldest supported version of PostgreSQL. */
const OLDEST = 15;

/** Maximum number of ports to try. Another program may take a free port before the server does. */
const MAX_TRIES = 5;

/** User and group of the server. PostgreSQL refuses to run as root, and needs a user that has a name. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };

/** @returns the folder with the programs of the newest PostgreSQL, which is installed if it is missing */
export async function ensurePostgres(): Promise<string> {
  const found = newest() ?? ((await aptInstall(['postgresql'])) ? newest() : undefined);
  if (found !== undefined) return found;
  throw new ConfigError(
    `These tests need PostgreSQL ${OLDEST} or newer, which could not be installed. Debian: apt-get install postgresql`,
  );
}

function newest(): string | undefined {
  const names = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const versions = names.map(Number).filter((version) => version >= OLDEST);
  const programs = versions.toSorted((a, b) => b - a).map((version) => join(VERSIONS, `${version}`, 'bin'));
  return programs.find((folder) => existsSync(join(folder, 'initdb')));
}

interface PostgresOptions {
  /** Data folder, which is kept when the server stops; default: a temporary folder. */
  readonly kept?: string;
  /** Server settings, such as `shared_buffers=1GB`. */
  readonly settings?: readonly string[];
}

/**
 * Starts a PostgreSQL server on a free port of 127.0.0.1. It does not sync to disk, so it loses its data if the machine
 * crashes.
 */
export async function startPostgres({ kept, settings = [] }: PostgresOptions = {}): Promise<Postgres> {
  const programs = await ensurePostgres();
  const folder = kept === undefined ? makeFolder() : givenFolder(kept);
  const data = join(folder, 'data');
  const remove = () => {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  };
  const place = { program: join(programs, 'postgres'), data, settings, remove };
  try {
    if (!existsSync(data)) await run(join(programs, 'initdb'), [`--pgdata=${data}`, ...INITDB]);
    const { port, server: first } = await startOnFreePort(place);
    let server = first;
    const end = async () => {
      // Requests an immediate shutdown. The server recovers when it is started again.
      server.kill('SIGQUIT');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    };
    return {
      url: `postgres://lectern@127.0.0.1:${port}/postgres`,
      async restart() {
        await end();
        server = await start(place, port);
      },
      async close() {
        await end();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

const INITDB = ['--username=lectern', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];

const isRoot = () => process.getuid?.() === 0;

function givenFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  if (isRoot()) chownSync(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  return folder;
}

/** The server's user cannot access root's temporary folders. */
function makeFolder(): string {
  const folder = makeTemporaryFolder('lectern-postgres-', isRoot() ? '/tmp' : tmpdir());
  if (isRoot()) chownSync(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  return folder;
}

function spawnAsUser(program: string, args: readonly string[], cwd: string): ChildProcess {
  const { PATH } = process.env;
  const env = { PATH, LC_ALL: 'C', USER: isRoot() ? 'nobody' : userInfo().username };
  const options: SpawnOptions = { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], ...(isRoot() && UNPRIVILEGED) };
  return spawn(program, args, options);
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawnAsUser(program, args, '/');
  const output = textOf(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with code ${code}: ${output.text}`);
}

function textOf(child: ChildProcess): { text: string } {
  const output = { text: '' };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.text = (output.text + text).slice(-10_000);
  });
  return output;
}

interface Place {
  readonly program: string;
  readonly data: string;
  readonly settings: readonly string[];
  /** Deletes the data if it is temporary. */
  remove(): void;
}

async function startOnFreePort(place: Place): Promise<{ port: number; server: ChildProcess }> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    try {
      return { port, server: await start(place, port) };
    } catch (error) {
      if (tries === MAX_TRIES || !String(error).includes('already in use')) throw error;
    }
  }
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
  'max_connections=100',
];

/** @returns the server, as soon as it responds */
async function start({ program, data, settings, remove }: Place, port: number): Promise<ChildProcess> {
  const settingArgs = [...SETTINGS, ...settings, `port=${port}`].flatMap((setting) => ['-c', setting]);
  const server = spawnAsUser(program, ['-D', data, ...settingArgs], data);
  const output = textOf(server);
  const kill = () => {
    server.kill('SIGQUIT');
    remove();
  };
  // Ends the server when this process exits, even if a test has not closed it.
  process.once('exit', kill);
  server.once('exit', () => process.off('exit', kill));
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', () => {
      if (output.text.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output.text}`)));
  });
  return server;
}
