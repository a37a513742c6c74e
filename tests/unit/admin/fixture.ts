import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Admin, type AdminConfig, createAdmin, type Role } from '#src/admin/index.ts';
import { createWriter, type Store } from '#src/api/index.ts';
import type { StoreWriter } from '#src/api/store/index.ts';
import { addUser, setProven } from '#src/api/store/visitors/accounts.ts';
import { addStaffSession, confirmSecret, grantRole } from '#src/api/store/visitors/staff.ts';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import type { Brand } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { openTestStore } from '../../helpers/test-store.ts';

export const PASSWORD = 'correct horse battery';

let hashed: Promise<string> | undefined;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every route.
  readonly body: any;
}

export interface Ask {
  /** Who sends it: each role has an account of its own. Default: nobody. */
  readonly as?: Role | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface TestAdmin {
  readonly admin: Admin;
  readonly store: Store;
  readonly folder: string;
  /** Id of the account with a role. */
  readonly staff: Readonly<Record<Role, number>>;
  /** Begins a session. @returns its token */
  sessionOf(role: Role): Promise<string>;
  setNow(now: Date): void;
  ask(method: string, path: string, more?: Ask): Promise<Answer>;
  close(): Promise<void>;
}

const BRANDS = [{ id: 'local' }, { id: 'freenovel' }] as Brand[];

/**
 * The admin over a store of its own, with an account of each role: `editor@example.org` and so on.
 * @param secondFactor whether they have one, which no code opens
 */
export async function startAdmin(
  fill: (writer: StoreWriter) => Promise<unknown> = async () => {},
  more: Partial<AdminConfig> = {},
  { secondFactor = true }: { readonly secondFactor?: boolean } = {},
): Promise<TestAdmin> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-admin-'));
  const store = await openTestStore(folder);
  const writer = createWriter(store, { who: 'test' });
  await writer.transaction(() => fill(writer));
  let now = new Date('2026-06-01T12:00:00Z');
  hashed ??= hashPassword(PASSWORD);
  const password = await hashed;
  const staffOf = async (role: Role) => {
    const id = await addUser(store.visitors, {
      accounts: 'local',
      email: `${role}@example.org`,
      name: role,
      password,
      createdAt: now.toISOString(),
    });
    if (id === undefined) throw new Error('the account is there already');
    await grantRole(store.visitors, id, { role, by: 'test', now });
    await setProven(store.visitors, id);
    if (secondFactor) await confirmSecret(store.visitors, id, [], now);
    return id;
  };
  const staff = { editor: await staffOf('editor'), operator: await staffOf('operator'), owner: await staffOf('owner') };
  const admin = createAdmin({
    store,
    state: folder,
    log: silentLog,
    runReleases: async () => ({ ok: false, output: 'There is no release.' }),
    brands: async () => BRANDS,
    publishing: { plan: async () => [], publish: async () => ({ exitCode: 0, report: null, message: '' }) },
    now: () => now,
    ...more,
  });
  const sessionOf = (role: Role) => addStaffSession(store.visitors, staff[role], now);
  const cookieOf = async (role: Role) => ({ cookie: `lectern_admin=${await sessionOf(role)}` });
  return {
    admin,
    store,
    folder,
    staff,
    sessionOf,
    setNow(date) {
      now = date;
    },
    async ask(method, path, { as, body, headers = {} } = {}) {
      const given = {
        host: 'localhost:4400',
        origin: 'http://localhost:4400',
        ...(as && (await cookieOf(as))),
        ...(body !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
        ...headers,
      };
      const known = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const response = await admin.app.inject({
        method: method as 'GET',
        url: path,
        headers: Object.fromEntries(known),
        ...(body !== undefined && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        headers: response.headers,
        body: isJson ? JSON.parse(response.body) : response.body,
      };
    },
    async close() {
      await admin.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
