import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Role } from '#src/admin/contract/roles.ts';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import type { StoreWriter } from '#src/api/store/records.ts';
import { addUser, setProven } from '#src/api/store/visitors/accounts.ts';
import { confirmSecret, grantRole } from '#src/api/store/visitors/staff.ts';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import type { LocaleCode } from '#src/contract/locales.ts';
import { done } from '../helpers/commands.ts';
import { book } from '../integration/api/fixture.ts';
import { startSecondServer } from './second-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHARED = join(ROOT, 'var/test/shared');

export const PASSWORD = 'correct horse battery';

/**
 * A site of one brand with two books, and its admin. `editor@example.org` and `owner@example.org` may sign in;
 * `visitor@example.org` is an account without a role.
 */
export interface AdminSite {
  /** URL of the admin. */
  readonly admin: string;
  /** URL of the site. */
  readonly site: string;
  close(): Promise<void>;
}

export async function startAdminSite(): Promise<AdminSite> {
  const { state, env } = await filledState();
  await done('rebuild', ['--brand', 'local'], env);
  const admin = start('admin', env);
  const api = start('api', env);
  const site = await startSecondServer(await addressOf(api), state);
  return {
    admin: await addressOf(admin),
    site: site.origin,
    async close() {
      await site.close();
      for (const child of [admin, api]) await stop(child);
      rmSync(state, { recursive: true, force: true });
    },
  };
}

interface AdminOptions {
  /** Languages of the brand. Default: English. */
  readonly locales?: readonly LocaleCode[];
  /** Switches the brand's statistics on, and adds counts to the store. */
  readonly countIn?: (store: Store) => Promise<unknown>;
  /** Adds more content. */
  readonly fill?: (writer: StoreWriter) => Promise<unknown>;
}

/** Starts only the admin, with the books and accounts of `startAdminSite`. */
export async function startAdminAlone(options: AdminOptions = {}): Promise<Omit<AdminSite, 'site'>> {
  const { state, env } = await filledState(options);
  const admin = start('admin', env);
  return {
    admin: await addressOf(admin),
    async close() {
      await stop(admin);
      rmSync(state, { recursive: true, force: true });
    },
  };
}

async function filledState({ locales = ['en'], fill: fillMore = async () => {}, countIn }: AdminOptions = {}) {
  const state = newState();
  const file = join(state, 'brands/local/brand.ts');
  const counted = `analytics: [{ domainPart: 'local', measurementId: 'own-1' }], statistics: true,`;
  const text = readFileSync(file, 'utf8').replace("locales: ['en']", `locales: ${JSON.stringify(locales)}`);
  writeFileSync(file, countIn ? text.replace('analytics: [],', counted) : text);
  const store = await openStore(join(state, 'api'));
  await fill(store);
  const writer = createWriter(store, { who: 'test' });
  await writer.transaction(() => fillMore(writer));
  await countIn?.(store);
  for (const role of ['editor', 'owner'] as const) await grant(store, role, await addAccount(store, role));
  await addAccount(store, 'visitor');
  await store.close();
  const env = { ...process.env, LECTERN_STATE: state, LECTERN_BRANDS: join(state, 'brands'), NODE_ENV: 'production' };
  return { state, env };
}

const start = (command: 'admin' | 'api', env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [join(ROOT, `scripts/${command}.ts`), '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

/** Links to the build outputs that all tests share: the site's bundle and the admin's page. */
function newState(): string {
  const state = mkdtempSync(join(ROOT, 'var/test/admin-'));
  for (const output of ['bundle', 'admin-page']) {
    mkdirSync(join(SHARED, output), { recursive: true });
    symlinkSync(join(SHARED, output), join(state, output));
  }
  cpSync(join(ROOT, 'brands/local'), join(state, 'brands/local'), { recursive: true });
  return state;
}

async function fill(store: Store): Promise<void> {
  const writer = createWriter(store, { who: 'test' });
  await writer.transaction(async () => {
    for (const [key, tag] of [
      ['ship', 'Dragons'],
      ['lamp', 'Wyrms'],
    ] as const)
      await writer.putBook(book(key, { title: `The long ${key}`, cover: null, tags: [tag] }));
  });
}

async function addAccount(store: Store, name: string): Promise<number> {
  const password = await hashPassword(PASSWORD);
  const email = `${name}@example.org`;
  const createdAt = new Date().toISOString();
  const id = await addUser(store.visitors, { accounts: 'local', email, name, password, createdAt });
  if (id === undefined) throw new Error(`The account ${email} already exists.`);
  return id;
}

async function grant(store: Store, role: Role, id: number): Promise<void> {
  const now = new Date();
  await grantRole(store.visitors, id, { role, by: 'test', now });
  await setProven(store.visitors, id);
  await confirmSecret(store.visitors, id, CODES, now);
}

/** Recovery codes of every account; each sign-in uses up one. */
const CODES = Array.from({ length: 200 }, (_, index) => `code-${index}`);

let usedCodes = 0;

/** Returns an unused second-factor code. */
export function nextCode(): string {
  usedCodes += 1;
  return CODES[usedCodes] ?? '';
}

async function addressOf(program: ChildProcess): Promise<string> {
  if (!program.stdout) throw new Error('The program has no standard output.');
  for await (const line of createInterface(program.stdout)) {
    const address = /http:\/\/[^\s/]+:\d+/.exec(line)?.[0];
    if (address) {
      program.stdout.resume();
      return address;
    }
  }
  throw new Error('The program ended before it printed its address.');
}
