import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { aptInstall } from './apt.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL of its own, with an empty database, for as long as a test needs it. */
export interface Postgres {
  /** Address of the database, as in `LECTERN_POSTGRES`. */
  readonly url: string;
  /** Ends the server at once, as where its machine fails, and starts it again with what was committed. */
  restart(): Promise<void>;
  /** Ends the server and removes its data. */
  close(): Promise<void>;
}

/** Where Debian's packages are, a folder for each version. */
const VERSIONS = '/usr/lib/postgresql';

/** The oldest version that we support. */
const OLDEST = 15;

/** Another program may take a free port before the server does. */
const MOST_TRIES = 5;

/** It refuses to run as root, and its user needs a name. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };

/** @returns the folder of the programs of the newest PostgreSQL, which is installed where there is none */
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
  /** Has the data, and keeps it when the server ends; default: a folder that goes with it. */
  readonly kept?: string;
  /** Of the server, such as `shared_buffers=1GB`. */
  readonly settings?: readonly string[];
}

/** Starts a PostgreSQL on a free port of 127.0.0.1. It flushes nothing to the disk, so it loses its data with the machine. */
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
      // Immediate: nothing is written that a start would not write by itself.
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

/** Root's own temporary folders are closed to the user that the server runs as. */
function makeFolder(): string {
  const folder = mkdtempSync(join(isRoot() ? '/tmp' : tmpdir(), 'lectern-postgres-'));
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
  const said = textOf(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with code ${code}: ${said.text}`);
}

function textOf(child: ChildProcess): { text: string } {
  const said = { text: '' };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.text = (said.text + text).slice(-10_000);
  });
  return said;
}

interface Place {
  readonly program: string;
  readonly data: string;
  readonly settings: readonly string[];
  /** Removes what does not stay. */
  remove(): void;
}

async function startOnFreePort(place: Place): Promise<{ port: number; server: ChildProcess }> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    try {
      return { port, server: await start(place, port) };
    } catch (error) {
      if (tries === MOST_TRIES || !String(error).includes('already in use')) throw error;
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

/** @returns the server, once it answers */
async function start({ program, data, settings, remove }: Place, port: number): Promise<ChildProcess> {
  const given = [...SETTINGS, ...settings, `port=${port}`].flatMap((setting) => ['-c', setting]);
  const server = spawnAsUser(program, ['-D', data, ...given], data);
  const said = textOf(server);
  const kill = () => {
    server.kill('SIGQUIT');
    remove();
  };
  // It ends with this process, also where a test did not close it.
  process.once('exit', kill);
  server.once('exit', () => process.off('exit', kill));
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', () => {
      if (said.text.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said.text}`)));
  });
  return server;
}
