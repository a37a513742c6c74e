import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the brand registry loads brands from a folder outside the project', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-elsewhere-'));
  try {
    await cp('brands', folder, { recursive: true });
    const code = `const { loadBrands } = await import('./src/brand/registry.ts');
console.log((await loadBrands(process.argv[1])).map((brand) => brand.id).join());`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, folder]);
    const folders = (await readdir('brands', { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect(stdout.trim().split(',')).toEqual(folders.map(({ name }) => name).sort());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
