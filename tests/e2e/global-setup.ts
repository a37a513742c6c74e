import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isProxyServer } from '#src/serve/proxy-config/index.ts';
import { startWebServerFor } from '../helpers/web-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const TEST_STATE = join(ROOT, 'var/test');
/** Number of demo books: enough for lists of several pages. */
const BOOKS = '600';

/**
 * Starts the site under test on port 0. Sets LECTERN_E2E_URL to its URL (for a brand's URL see tests/e2e/site.ts) and
 * LECTERN_E2E_STATE to its state folder (tests/e2e/database.ts). Demo books and pages are reused until the code that
 * creates the books changes. LECTERN_E2E_BRANDS is a comma-separated list of brands to build, for a run of a few tests;
 * by default all. With LECTERN_TEST_PROXY=nginx or caddy the site is served through that web server
 * (docs/operate/proxy.md).
 * @returns a function that stops the site, called after the last test
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const state = prepareState();
  const isNew = !existsSync(join(state, 'seeded'));
  const env = { ...process.env, LECTERN_STATE: state, LECTERN_BRANDS: brandsOf(state), NODE_ENV: 'production' };
  // Seeding again only changes the deadlines of help events, which are days away.
  const seed = async () => {
    await run('seed', ['--books', BOOKS], env);
    writeFileSync(join(state, 'seeded'), '');
  };
  const needsSeed = isNew || isDayOld(join(state, 'seeded'));
  // Each command uses one core.
  await Promise.all([run('bundle', [], env), needsSeed ? seed() : undefined]);
  for (const brand of (process.env['LECTERN_E2E_BRANDS'] ?? 'all').split(','))
    await run('rebuild', ['--brand', brand], env);
  const site = script('start', ['--brand', 'local', '--port', '0'], env);
  const own = await addressOf(site);
  const proxy = process.env['LECTERN_TEST_PROXY'] ?? '';
  const web = isProxyServer(proxy) ? await startWebServerFor(proxy, env, Number(new URL(own).port)) : undefined;
  process.env['LECTERN_E2E_URL'] = web ? `http://localhost:${web.port}` : own;
  process.env['LECTERN_E2E_STATE'] = state;
  return async () => {
    await web?.close();
    site.kill('SIGTERM');
    if (site.exitCode === null) await once(site, 'exit');
  };
}

const isDayOld = (file: string) => Date.now() - statSync(file).mtimeMs > 86_400_000;

/** State folder for this version of the demo books. Removes other versions and accounts from earlier runs. */
function prepareState(): string {
  const sources = globSync('src/api/{seed,store}/**/*', { cwd: ROOT }).map((file) => join(ROOT, file));
  const hash = createHash('sha256');
  for (const file of sources.filter((path) => statSync(path).isFile()).sort()) hash.update(readFileSync(file));
  const name = `e2e-${hash.digest('hex').slice(0, 12)}`;
  const state = join(TEST_STATE, name);
  // A run that was interrupted while seeding leaves an unusable state.
  if (!existsSync(join(state, 'seeded'))) rmSync(state, { recursive: true, force: true });
  mkdirSync(join(state, 'api'), { recursive: true });
  // Shared with the integration tests (tests/helpers/test-state.ts), so that the site is built once.
  const bundle = join(TEST_STATE, 'shared/bundle');
  mkdirSync(bundle, { recursive: true });
  if (!existsSync(join(state, 'bundle'))) symlinkSync(bundle, join(state, 'bundle'));
  for (const other of readdirSync(TEST_STATE).filter((entry) => entry.startsWith('e2e-') && entry !== name))
    rmSync(join(TEST_STATE, other), { recursive: true, force: true });
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(state, `api/visitors.db${suffix}`), { force: true });
  return state;
}

/** Folder of the shipped brands and of a brand in three languages. */
function brandsOf(state: string): string {
  const folder = join(state, 'brands');
  rmSync(folder, { recursive: true, force: true });
  for (const from of ['brands', 'tests/brands/languages']) cpSync(join(ROOT, from), folder, { recursive: true });
  return folder;
}

const script = (name: string, args: string[], env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [join(ROOT, `scripts/${name}.ts`), ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });

async function run(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = script(name, args, env);
  child.stdout.resume();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with exit code ${code}.`);
}

/** Waits for the address that a starting site prints. */
async function addressOf(site: ChildProcess): Promise<string> {
  if (!site.stdout) throw new Error('The site has no standard output.');
  for await (const line of createInterface(site.stdout)) {
    const address = /^Lectern is at (http:\S+)\/$/.exec(line)?.[1];
    if (address) {
      site.stdout.resume();
      return address;
    }
  }
  throw new Error('The site ended before it printed its address.');
}
