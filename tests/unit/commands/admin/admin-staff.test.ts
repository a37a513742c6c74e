import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdminMail } from '#src/admin/server/index.ts';
import type { Store } from '#src/api/index.ts';
import { addUser, setProven } from '#src/api/store/visitors/accounts.ts';
import { invitations } from '#src/api/store/visitors/invitations.ts';
import { confirmSecret, grantRole, staff } from '#src/api/store/visitors/staff.ts';
import { changeStaff } from '#src/commands/admin/admin-staff.ts';
import { getConfig } from '#src/config/config.ts';
import { openTestStore } from '../../../helpers/test-store.ts';

const EMAIL = 'ann@example.org';
const NOW = new Date('2026-06-01T12:00:00Z');

let folder: string;
let store: Store;
let sent: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-staff-'));
  store = await openTestStore(folder);
  sent = [];
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const mail: AdminMail = {
  mailer: { send: async (make) => void sent.push((await make())?.to ?? ''), close: async () => {} },
  isDelivered: true,
  siteAddress: () => 'https://site.example',
};
const admin = (...args: string[]) => changeStaff(args, { json: true }, getConfig({}), store, mail);

async function account(): Promise<number> {
  const user = { accounts: 'local', email: EMAIL, name: 'Ann', password: 'x', createdAt: NOW.toISOString() };
  return (await addUser(store.visitors, user)) ?? 0;
}

describe('npm run admin -- grant', () => {
  it('sends an invitation instead of giving the role to an account with an unverified address', async () => {
    const id = await account();
    expect(JSON.parse(await admin('grant', EMAIL, 'owner'))).toMatchObject({
      email: EMAIL,
      role: 'owner',
      link: expect.stringContaining('http'),
    });
    expect(await staff(store.visitors)).toEqual([]);
    expect(await invitations(store.visitors)).toMatchObject([{ email: EMAIL, role: 'owner' }]);
    await expect.poll(() => sent).toEqual([EMAIL]);
    expect(id).toBeGreaterThan(0);
  });

  it('sends an invitation and removes the former role of an account that has not verified its address', async () => {
    await grantRole(store.visitors, await account(), { role: 'editor', by: 'test', now: NOW });
    await admin('grant', EMAIL, 'owner');
    expect(await staff(store.visitors)).toEqual([]);
    expect(await invitations(store.visitors)).toMatchObject([{ email: EMAIL, role: 'owner' }]);
  });

  it('changes the role of an account with a verified address and a second factor', async () => {
    const id = await account();
    await grantRole(store.visitors, id, { role: 'editor', by: 'test', now: NOW });
    await setProven(store.visitors, id);
    await confirmSecret(store.visitors, id, [], NOW);
    await admin('grant', EMAIL, 'operator');
    expect(await staff(store.visitors)).toMatchObject([{ email: EMAIL, role: 'operator' }]);
    expect(await invitations(store.visitors)).toEqual([]);
  });

  it('rejects an unknown role', async () => {
    await expect(admin('grant', EMAIL, 'king')).rejects.toThrow('The role is "king"');
  });
});
