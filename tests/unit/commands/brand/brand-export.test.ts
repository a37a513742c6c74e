import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWriter, openStore } from '#src/api/index.ts';
import { getConfig } from '#src/config/config.ts';
import { exportSettings } from '../../../../src/commands/brand/brand-export.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 131 32"><path d="M4 4h24v24H4z"/></svg>';
const PICTURE = { name: 'abc123.svg', content: Buffer.from(LOGO).toString('base64') };

let folder: string;
let state: string;
let brands: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-export-'));
  brands = join(folder, 'brands');
  await cp('brands/local', join(brands, 'local'), { recursive: true });
  const data = join(brands, 'local/brand.ts');
  await writeFile(data, (await readFile(data, 'utf8')).replaceAll("'#src/", `'${resolve('src')}/`));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  state = await mkdtemp(join(folder, 'state-'));
});

const config = () => ({ ...getConfig({}), state, brands, upstream: undefined, store: undefined });
const run = (id: string | undefined = 'local', json = true) => exportSettings(config(), { id, json });

async function save(fields: Readonly<Record<string, unknown>>, pictures = [PICTURE]): Promise<void> {
  const store = await openStore(join(state, 'api'));
  const writer = createWriter(store, { command: 'content' });
  await writer.transaction(() => writer.putBrandSettings('local', fields, pictures));
  await store.close();
}

describe('npm run brand -- export', () => {
  it('writes pictures into the folder of the brand, and prints the fields that refer to them', async () => {
    await save({ appName: 'Harbour "Books"', logo: 'abc123.svg' });
    expect(JSON.parse(await run())).toEqual({ appName: 'Harbour "Books"', logo: 'assets/abc123.svg' });
    expect(await readFile(join(brands, 'local/assets/abc123.svg'), 'utf8')).toBe(LOGO);
  });

  it('prints fields as lines to copy into brand.ts', async () => {
    await save({ appName: 'Harbour "Books"', announcement: { texts: { en: 'New' } } });
    const text = await run('local', false);
    expect(text).toContain('  appName: "Harbour \\"Books\\"",\n');
    expect(text).toContain('  announcement: {"texts":{"en":"New"}},\n');
    expect(text).toContain(`Replace these fields in ${join(brands, 'local/brand.ts')}`);
  });

  it('keeps the settings and the other files of the folder', async () => {
    await save({ logo: 'abc123.svg' });
    const before = await readFile(join(brands, 'local/assets/logo.svg'), 'utf8');
    await run();
    expect(await readFile(join(brands, 'local/assets/logo.svg'), 'utf8')).toBe(before);
    expect(JSON.parse(await run())).toEqual({ logo: 'assets/abc123.svg' });
  });

  it('reports that a brand has no settings', async () => {
    expect(await run('local', false)).toBe('local has no settings in the admin.\n');
    expect(JSON.parse(await run())).toEqual({});
  });

  it('fails if the store lacks a picture', async () => {
    await save({ headerBg: 'gone.webp' });
    await expect(run()).rejects.toThrow('The store lacks the picture gone.webp, which is the headerBg of local.');
    await expect(stat(join(brands, 'local/assets/gone.webp'))).rejects.toThrow('ENOENT');
  });

  it('refuses a missing id, an unknown brand, and an external upstream', async () => {
    await expect(exportSettings(config(), { json: true })).rejects.toThrow('--id is missing.');
    await expect(run('nowhere')).rejects.toThrow('nowhere');
    const external = { ...config(), upstream: 'https://api.example' };
    await expect(exportSettings(external, { id: 'local', json: true })).rejects.toThrow('LECTERN_UPSTREAM is set');
  });
});
