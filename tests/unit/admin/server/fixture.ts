import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECORDS } from '#src/admin/contract/records.ts';
import type { Role } from '#src/admin/contract/roles.ts';
import { type Admin, type AdminConfig, type AdminJobs, createAdmin } from '#src/admin/server/index.ts';
import { createWriter, type Store } from '#src/api/index.ts';
import type { StoreWriter } from '#src/api/store/index.ts';
import { addUser, setProven } from '#src/api/store/visitors/accounts.ts';
import { addStaffSession, confirmSecret, grantRole } from '#src/api/store/visitors/staff.ts';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import type { Brand } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { openTestStore } from '../../../helpers/test-store.ts';

export const PASSWORD = 'correct horse battery';

let hashed: Promise<string> | undefined;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every route.
  readonly body: any;
}

export interface Ask {
  /** Role of the account that sends the request. Default: signed out. */
  readonly as?: Role | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface TestAdmin {
  readonly admin: Admin;
  readonly store: Store;
  readonly folder: string;
  /** Account ids by role. */
  readonly staff: Readonly<Record<Role, number>>;
  /** Creates a session. @returns its token */
  sessionOf(role: Role): Promise<string>;
  setNow(now: Date): void;
  /** Sends a request. If it changes a record and contains no `seen`, the record is read first and added as `seen`. */
  ask(method: string, path: string, more?: Ask): Promise<Answer>;
  close(): Promise<void>;
}

export const NO_JOBS: AdminJobs = {
  plan: async () => [],
  publish: async () => ({ exitCode: 0, report: null, message: '' }),
  compareReleases: async () => ({ added: [], changed: [], removed: [], counts: { added: 0, changed: 0, removed: 0 } }),
  rollBack: async () => {},
  takeDown: async () => ({ failed: [], published: 0, releases: 0, media: 0 }),
};

const BRANDS = ['local', 'freenovel'].map((id) => ({ id, appName: id, hosts: [], locales: [] })) as unknown as Brand[];

/**
 * Starts the admin with a separate store and one account per role: `editor@example.org` and so on.
 * @param secondFactor whether the accounts have a second factor, for which no code is valid
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
    if (id === undefined) throw new Error('the account already exists');
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
    brands: async () => BRANDS,
    jobs: NO_JOBS,
    now: () => now,
    ...more,
  });
  const sessionOf = (role: Role) => addStaffSession(store.visitors, staff[role], now);
  const cookieOf = async (role: Role) => ({ cookie: `lectern_admin=${await sessionOf(role)}` });
  const send = async (method: string, path: string, { as, body, headers = {} }: Ask): Promise<Answer> => {
    const allHeaders = {
      host: 'localhost:4400',
      origin: 'http://localhost:4400',
      ...(as && (await cookieOf(as))),
      ...(body !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
      ...headers,
    };
    const definedHeaders = Object.entries(allHeaders).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const response = await admin.app.inject({
      method: method as 'GET',
      url: path,
      headers: Object.fromEntries(definedHeaders),
      ...(body !== undefined && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(response.body) : response.body,
    };
  };
  return {
    admin,
    store,
    folder,
    staff,
    sessionOf,
    setNow(date) {
      now = date;
    },
    async ask(method, path, more = {}) {
      const record = recordChangedBy(method, path);
      if (record === undefined || isStated(path, more.body)) return send(method, path, more);
      const { status, body: answer } = await send('GET', record, {
        as: more.as,
        ...(more.headers && { headers: more.headers }),
      });
      if (status !== 200) return send(method, path, more);
      if (Buffer.isBuffer(more.body))
        return send(method, `${path}?seen=${encodeURIComponent(JSON.stringify(answer.data))}`, more);
      return send(method, path, { ...more, body: { ...(more.body as object), seen: answer.data } });
    },
    async close() {
      await admin.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The path of the record that a request changes; undefined if it changes none. */
function recordChangedBy(method: string, path: string): string | undefined {
  const [, record, name = '', action] = /^(\/api\/([\w-]+)\/[^/?]+)(?:\/([\w/]+))?/.exec(path) ?? [];
  const isChange = action === undefined ? ['PATCH', 'DELETE'].includes(method) : /^(cover|merge)/.test(action);
  return isChange && Object.hasOwn(RECORDS, name) ? record : undefined;
}

const isStated = (path: string, body: unknown) =>
  path.includes('?seen=') ||
  (body !== undefined &&
    !Buffer.isBuffer(body) &&
    (typeof body !== 'object' || body === null || Array.isArray(body) || 'seen' in body));
