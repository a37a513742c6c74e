import { join } from 'node:path';
import { type Brand, brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig, portOf } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { LecternError } from '#src/lib/errors.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { print } from '#src/lib/print.ts';
import { startApiProcess } from '../api/api-process.ts';
import { lacksBooks } from '../api/embedded-api.ts';
import { ROOT, runScript } from '../run-script.ts';
import { syncBrandSnapshot } from '../snapshot-sync.ts';
import { type DevContent, startDevServer } from './server/index.ts';

export interface DevArguments {
  readonly brand: string;
  readonly port: string | undefined;
}

/** Number of demo books in English: enough for lists with a second page. */
const BOOKS = '40';

/** Runs the API and the development server until stopped. */
export async function runDev({ brand: id, port }: DevArguments): Promise<void> {
  const config = devConfig();
  const requestedPort = port === undefined ? config.port : portOf(port, '--port');
  const brand = brandById(await readBrands(config), id);
  const log = createLog('warn');
  await using ending = new AsyncDisposableStack();
  const content = prepare(config, brand, log, ending);
  const { state, brands } = config;
  const server = await startDevServer({ root: ROOT, state, brands, port: requestedPort, brand, content, log });
  ending.defer(server.close);
  print(`\nLectern is at http://localhost:${server.port}/ (development)\n\nPress Ctrl+C to stop.\n`);
  await untilTerminated();
}

async function prepare(config: Config, brand: Brand, log: Log, ending: AsyncDisposableStack): Promise<DevContent> {
  const upstreamOrigin = config.upstream ?? (await startApi(config, log, ending));
  const snapshot = join(config.state, brand.id, 'catalogue.db');
  await syncBrandSnapshot({ brand, upstream: upstreamOrigin, snapshot, log });
  return { upstreamOrigin, snapshot };
}

/**
 * Returns the development configuration, with its own state folder. Sets it in the environment, for child processes.
 */
export function devConfig(): Config {
  // Vite replaces changed modules only in development mode.
  process.env['NODE_ENV'] = 'development';
  process.env['LECTERN_STATE'] ??= join(getConfig(process.env).state, 'dev');
  process.chdir(ROOT);
  return getConfig(process.env);
}

/** Creates demo books if the embedded API has no books. */
export async function ensureBooks(config: Config): Promise<void> {
  if (!config.isOwnSite && (await lacksBooks(config))) await seed();
}

async function startApi(config: Config, log: Log, ending: AsyncDisposableStack): Promise<string> {
  await ensureBooks(config);
  const api = await startApiProcess(config, log);
  ending.defer(api.close);
  return api.origin;
}

/** Runs `npm run seed`, which prints the reason if it fails. @throws LecternError with its exit code */
async function seed(): Promise<void> {
  const { code } = await runScript('seed', ['--books', BOOKS], { signal: new AbortController().signal });
  if (code !== 0) throw new LecternError('DEV', 'The demo books could not be created; see above.', { exitCode: code });
}
