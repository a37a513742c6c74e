import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkLicenses } from '../../../../scripts/checks/licenses.ts';

const ROOT = join(import.meta.dirname, '../../../..');

it('checkLicenses accepts the published licences of this project', async () => {
  expect(await checkLicenses(ROOT)).toEqual([]);
});

it('checkLicenses returns a finding for a project that does not publish its licences', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-licenses-'));
  try {
    await mkdir(join(folder, 'public'));
    await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    expect(await checkLicenses(folder)).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
