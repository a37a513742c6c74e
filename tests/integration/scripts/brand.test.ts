import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { command, done } from '../../helpers/commands.ts';

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-brand-'));
  env = { LECTERN_BRANDS: join(folder, 'brands'), LECTERN_STATE: join(folder, 'state') };
  await cp('brands/local', join(folder, 'brands/local'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const brand = (...args: string[]) => command('brand', args, env);
it.each(['missing', 'empty'])('npm run brand creates the first brand in a folder that is %s', async (kind) => {
  const own = join(folder, `${kind}-brands`);
  if (kind === 'empty') await mkdir(own);
  const inOwn = { ...env, LECTERN_BRANDS: own };
  await done('brand', DEMO, inOwn);
  expect(await readdir(own)).toEqual(['demo']);
  const { stdout } = await done('brand', ['check', '--json'], inOwn);
  expect(JSON.parse(stdout)).toEqual({ brands: ['demo'], problems: [], warnings: [] });
});

const filesBelow = async (path: string) => (await readdir(join(folder, path))).sort();

const DEMO = ['new', '--id', 'demo', '--name', 'Demo Reads', '--colour', '#7a3cff', '--yes'];

it('npm run brand creates a brand that passes the check, and removes a brand completely', async () => {
  expect((await brand(...DEMO, '--dry-run')).stdout).toMatch(/^Would write .*demo:\n {2}brand\.ts\n/);
  expect(await filesBelow('brands')).toEqual(['local']);

  const created = JSON.parse((await done('brand', [...DEMO, '--json'], env)).stdout);
  expect(created).toMatchObject({ brand: 'demo', folder: join(folder, 'brands/demo'), dryRun: false });
  expect(await filesBelow('brands')).toEqual(['demo', 'local']);
  const { stdout } = await done('brand', ['check', '--json'], env);
  expect(JSON.parse(stdout)).toEqual({ brands: ['demo', 'local'], problems: [], warnings: [] });

  const again = await brand(...DEMO);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--id: "demo" is taken\..*\n$/) });

  await mkdir(join(folder, 'state/demo/vitals'), { recursive: true });
  const store = await openStore(join(folder, 'state/api'));
  await store.counts.run(sql`INSERT INTO page_views (day, brand, path, views) VALUES ('2026-11-23', 'demo', '/', 3)`);
  await store.close();
  const withoutConfirmation = await brand('remove', '--id', 'demo');
  expect(withoutConfirmation).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes') });
  const plan = (await brand('remove', '--id', 'demo', '--dry-run')).stdout;
  for (const part of ['brands/demo\n', 'state/demo\n', '1 counted pages']) expect(plan).toContain(part);
  expect(await filesBelow('brands')).toEqual(['demo', 'local']);

  await done('brand', ['remove', '--id', 'demo', '--yes'], env);
  expect(await filesBelow('brands')).toEqual(['local']);
  expect(await filesBelow('state')).toEqual(['api']);
  const after = await openStore(join(folder, 'state/api'));
  expect(await after.counts.all(sql`SELECT brand FROM page_views`)).toEqual([]);
  await after.close();
});

it('npm run brand refuses to remove the last brand or a brand to which others refer', async () => {
  const last = await brand('remove', '--id', 'local', '--yes');
  expect(last).toMatchObject({ code: 2, stderr: expect.stringMatching(/^"local" is the last brand/) });

  await done('brand', DEMO, env);
  const file = join(folder, 'brands/demo/brand.ts');
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace('  radius:', `  canonicalOwner: 'local',\n  accounts: 'local',\n  radius:`));
  const named = await brand('remove', '--id', 'local', '--yes');
  expect(named.code).toBe(2);
  expect(named.stderr).toBe(
    '"local" cannot be removed: "demo" names it as canonicalOwner, "demo" has its accounts in the group "local". Change their brand.ts first.\n',
  );
  expect(await filesBelow('brands')).toEqual(['demo', 'local']);
});
